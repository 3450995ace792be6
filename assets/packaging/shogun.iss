; What Inno Setup makes an installer for Windows of: `build.py` calls it there with the version and the folders.
[Setup]
AppName=Shogun
AppVersion={#Version}
AppId=org.shogun.Shogun
DefaultDirName={autopf}\Shogun
DefaultGroupName=Shogun
PrivilegesRequired=lowest
OutputDir={#Output}
OutputBaseFilename=shogun-{#Version}-setup
ChangesAssociations=yes
UninstallDisplayIcon={app}\shogunw.exe

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "pl"; MessagesFile: "compiler:Languages\Polish.isl"
Name: "cs"; MessagesFile: "compiler:Languages\Czech.isl"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs

[Icons]
Name: "{group}\Shogun"; Filename: "{app}\shogunw.exe"; Parameters: "play"

[Registry]
Root: HKA; Subkey: "Software\Classes\.shogun"; ValueType: string; ValueData: "Shogun.Game"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Shogun.Game\shell\open\command"; ValueType: string; ValueData: """{app}\shogunw.exe"" play ""%1"""; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\.toml\OpenWithProgids"; ValueType: string; ValueName: "Shogun.Tower"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Shogun.Tower\shell\open\command"; ValueType: string; ValueData: """{app}\shogunw.exe"" tower edit ""%1"""; Flags: uninsdeletekey
