; What NSIS makes the installer for Windows of, for one user: `windows_package.py` calls it with the version and the folders.
!ifdef TARGET ; on Linux, where Wine runs programs of 64 bits alone
  Target ${TARGET}
!endif
ManifestDPIAware true
SetCompressor /SOLID lzma
!include MUI2.nsh
Name "Shogun"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Shogun"
InstallDirRegKey HKCU "Software\Shogun" "Folder"
RequestExecutionLevel user
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Shogun"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\shogunw.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "play"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Polish"
!insertmacro MUI_LANGUAGE "Czech"

Section
  SetOutPath "$INSTDIR"
  RMDir /r "$INSTDIR\_internal"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Shogun.lnk" "$INSTDIR\shogunw.exe" "play"
  WriteRegStr HKCU "Software\Shogun" "Folder" "$INSTDIR"
  WriteRegStr HKCU "Software\Classes\.shogun" "" "Shogun.Game"
  WriteRegStr HKCU "Software\Classes\Shogun.Game\shell\open\command" "" '"$INSTDIR\shogunw.exe" play "%1"'
  WriteRegStr HKCU "Software\Classes\.toml\OpenWithProgids" "Shogun.Tower" ""
  WriteRegStr HKCU "Software\Classes\Shogun.Tower\shell\open\command" "" '"$INSTDIR\shogunw.exe" tower edit "%1"'
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Shogun"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\shogunw.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd

Section Uninstall
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\shogun.exe"
  Delete "$INSTDIR\shogunw.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Shogun.lnk"
  DeleteRegKey HKCU "Software\Shogun"
  DeleteRegKey HKCU "Software\Classes\.shogun"
  DeleteRegKey HKCU "Software\Classes\Shogun.Game"
  DeleteRegValue HKCU "Software\Classes\.toml\OpenWithProgids" "Shogun.Tower"
  DeleteRegKey HKCU "Software\Classes\Shogun.Tower"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
