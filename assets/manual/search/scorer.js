// The order of search results in the manual as web pages: words that a page names (`% words:` in its source) first,
// then titles, then text; Play and Build towers before Program; names of the Python API and printed results last.

var Scorer = {
  score: ([docname, , , , score, , kind]) => {
    if (kind === "object" || /^program\/(api|results)/.test(docname)) return score - 1000;
    if (docname.endsWith("questions")) return score + 25; // answers in short, with a link to the page that tells more
    return score + (kind === "text" && /^(program|genindex)/.test(docname) ? 0 : 30);
  },
  objNameMatch: 20,
  objPartialMatch: 10,
  objPrio: {0: 0, 1: 0, 2: 0},
  objPrioDefault: 0,
  title: 25,
  partialTitle: 8,
  term: 5,
  partialTerm: 1,
};
