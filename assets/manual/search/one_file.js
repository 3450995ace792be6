// The search of the manual that is one file: a field above the contents, which lists the sections where words stand.
// It needs no server and no network; without scripts the page is the same, less this field.
"use strict";

const SHOWN = 20;
const HEADING = ":is(h1, h2, h3, h4, h5, h6)";
const IN_HEADING = 8, AMONG_WORDS = 12, IN_TEXT = 2;
const WHOLE = 3, BEGINNING = 2, INSIDE = 0.5;
const ENDINGS = [[0, 1], [1, 0.6], [2, 0.4]], SHORTEST = 4;
// Rules, play and towers first; what single runs printed last.
const PARTS = [[/^program\/(results|commands)/, 0.3], [/^program\//, 0.6], [/^play\/rules\//, 0.8], [/^/, 1]];

/** Return text as it is compared: lower case, without accents, its words between single spaces. */
function plain(text) {
  const letters = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
  return ` ${letters.replace(/[^\p{L}\p{N}_]+/gu, " ").trim()} `;
}

/** Return how well a word stands in a text: whole, at the beginning of a word, inside one, or not at all. */
function fit(word, text) {
  if (text.includes(` ${word} `)) return WHOLE;
  if (word.length < SHORTEST - 1) return 0;
  if (text.includes(` ${word}`)) return BEGINNING;
  return word.length > SHORTEST && text.includes(word) ? INSIDE : 0;
}

/** Return the places in which a query's words stand, the best first: [score, place]. A place has page, heading, words
 * (comma between them) and text, all but the page plain. */
function ranked(query, places) {
  const sums = places.map(() => 0);
  const asked = plain(query).trim();
  for (const word of asked.split(" ").filter((one) => one)) {
    const scores = best(word, places);
    const rarity = Math.log(places.length / scores.filter((score) => score).length); // "of" says next to nothing
    scores.forEach((score, at) => (sums[at] += score ? score * rarity : 0));
  }
  const found = places.map((place, at) => {
    const named = place.words.some((one) => one.trim() === asked) ? 100 : 0;
    return [(sums[at] + named) * PARTS.find(([page]) => page.test(place.page))[1], place];
  });
  return found.filter(([score]) => score > 0).sort(([one], [other]) => other - one);
}

/** Return the score of a word at each place; without its last letters, which depend on grammar, it counts for less. */
function best(word, places) {
  const forms = ENDINGS.map(([letters, weight]) => [word.slice(0, word.length - letters), weight]);
  const tried = forms.filter(([form]) => form === word || form.length >= SHORTEST);
  return places.map((place) =>
    Math.max(
      ...tried.map(
        ([form, weight]) =>
          weight *
          (IN_HEADING * fit(form, place.heading) +
            AMONG_WORDS * Math.max(0, ...place.words.map((one) => fit(form, one))) +
            IN_TEXT * fit(form, place.text)),
      ),
    ),
  );
}

if (typeof module !== "undefined") module.exports = {plain, ranked};

if (typeof document !== "undefined") begin(document.currentScript.dataset);

function begin({label, none}) {
  const sidebar = document.querySelector("div.sphinxsidebar");
  const box = document.createElement("div");
  box.className = "finder";
  box.setAttribute("role", "search");
  box.innerHTML = '<input type="search" autocomplete="off"><p role="status"></p><ol></ol>';
  const [field, status, list] = box.children;
  field.placeholder = label;
  field.setAttribute("aria-label", label);
  sidebar.prepend(box);
  let places = null, marked = null;

  const show = () => {
    places ??= sections();
    const found = ranked(field.value, places);
    const isAsked = field.value.trim() !== "";
    sidebar.classList.toggle("searching", isAsked);
    status.textContent = isAsked ? (found.length ? String(found.length) : none) : "";
    list.replaceChildren(...found.slice(0, SHOWN).map(([, place]) => result(place)));
    sidebar.scrollTop = 0;
  };
  const result = (place) => {
    const link = document.createElement("a");
    const block = place.blocks.find((one) => one.plain.includes(plain(field.value).trimEnd())) ??
      place.blocks.find((one) => plain(field.value).trim().split(" ").some((word) => fit(word, one.plain)));
    link.href = `#${place.id}`;
    link.textContent = place.title;
    link.addEventListener("click", () => {
      marked?.classList.remove("found");
      marked = block?.element ?? null;
      if (marked) setTimeout(() => marked.scrollIntoView({block: "center"}));
      marked?.classList.add("found");
    });
    const item = document.createElement("li");
    const told = document.createElement("small");
    told.textContent = [place.above, block ? excerpt(block.text, field.value) : ""].filter((one) => one).join(": ");
    item.append(link, told);
    return item;
  };

  field.addEventListener("input", show);
  box.addEventListener("keydown", (event) => {
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key] ?? 0;
    if (event.key === "Escape") {
      field.value = "";
      show();
      field.focus();
    } else if (event.key === "Enter" && at === 0) stops[1]?.click();
    else if (step && stops[at + step]) stops[at + step].focus();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}

/** Return the sections of the page, each with its own blocks of text and not those of the sections in it. */
function sections() {
  const places = new Map();
  let page = "", words = [];
  for (const element of document.querySelectorAll('span[id^="document-"], .words, section, p, pre, td, dt')) {
    if (element.matches("span")) page = element.id.replace("document-", "");
    else if (element.matches(".words")) words = element.textContent.split(",").map(plain);
    else if (element.matches("section")) {
      const title = element.querySelector(HEADING)?.textContent ?? "";
      const above = places.get(element.parentElement.closest("section"))?.title ?? "";
      places.set(element, {page, id: element.id, title, above, heading: plain(title), words, text: "", blocks: []});
      words = [];
    } else if (!element.querySelector("p")) {
      const place = places.get(element.closest("section")), text = element.textContent;
      place?.blocks.push({element, text, plain: plain(text)});
    }
  }
  for (const place of places.values()) place.text = place.blocks.map((block) => block.plain).join("");
  return [...places.values()];
}

/** Return the words around those that are looked for. */
function excerpt(text, query) {
  const words = plain(query).trim().split(" ");
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...(places.length ? places : [0])) - 30);
  const until = text.length > from + 90 ? "…" : "";
  return (from ? "…" : "") + text.slice(from, from + 90).trim().replace(/\s+/g, " ") + until;
}
