// The texts of the page on which operators sign in, in the languages of the chat page.

const order = [
  'signIn', 'name', 'password', 'wrong', 'studio', 'desk', 'nowhere', 'change', 'current', 'new', 'rule', 'changed', 'wrongCurrent',
  'signOut', 'signedOut', 'offline', 'often', 'missing', 'role', 'author', 'agent', 'operator', 'admin', 'title',
  'provider', 'refused', 'tooShort', 'tooLong', 'containsName', 'tooUniform',
];

const table = {
  en: [
    'Sign in', 'Name', 'Password', 'The name or the password is wrong. After several attempts an account waits for a while.', 'Studio', 'Desk',
    'This account opens no page on this server.', 'Change password', 'Current password', 'New password', 'At least 12 characters. You are signed out everywhere else.',
    'The password was changed.', 'The current password is wrong.', 'Sign out', 'You are signed out.', 'The server does not answer. Try again.',
    'Too many attempts from this address. Wait a minute.', 'Enter a name and a password.', 'Role: {role}', 'author', 'agent', 'operator', 'administrator', 'Operators',
    'Sign in with your organisation', 'The identity provider did not let you in, or you have no account here.',
    'A password has at least 12 characters.', 'A password has at most 200 characters.', 'A password does not contain the name of its account.', 'A password has at least 5 different characters.',
  ],
  de: [
    'Anmelden', 'Name', 'Passwort', 'Name oder Passwort ist falsch. Nach mehreren Versuchen wartet ein Konto eine Weile.', 'Studio', 'Schalter',
    'Dieses Konto öffnet auf diesem Server keine Seite.', 'Passwort ändern', 'Bisheriges Passwort', 'Neues Passwort', 'Mindestens 12 Zeichen. Überall sonst wirst du abgemeldet.',
    'Das Passwort wurde geändert.', 'Das bisherige Passwort ist falsch.', 'Abmelden', 'Du bist abgemeldet.', 'Der Server antwortet nicht. Versuche es noch einmal.',
    'Zu viele Versuche von dieser Adresse. Warte eine Minute.', 'Gib Name und Passwort ein.', 'Rolle: {role}', 'Autor', 'Agent', 'Betreiber', 'Verwalter', 'Betrieb',
    'Über deine Organisation anmelden', 'Der Identitätsanbieter hat dich nicht eingelassen, oder du hast hier kein Konto.',
    'Ein Passwort hat mindestens 12 Zeichen.', 'Ein Passwort hat höchstens 200 Zeichen.', 'Ein Passwort enthält nicht den Namen seines Kontos.', 'Ein Passwort hat mindestens 5 verschiedene Zeichen.',
  ],
  fr: [
    'Se connecter', 'Nom', 'Mot de passe', 'Le nom ou le mot de passe est incorrect. Après plusieurs essais, un compte attend un moment.', 'Studio', 'Bureau',
    'Ce compte n’ouvre aucune page sur ce serveur.', 'Changer le mot de passe', 'Mot de passe actuel', 'Nouveau mot de passe', 'Au moins 12 caractères. Vous serez déconnecté partout ailleurs.',
    'Le mot de passe a été changé.', 'Le mot de passe actuel est incorrect.', 'Se déconnecter', 'Vous êtes déconnecté.', 'Le serveur ne répond pas. Réessayez.',
    'Trop d’essais depuis cette adresse. Attendez une minute.', 'Saisissez un nom et un mot de passe.', 'Rôle : {role}', 'auteur', 'agent', 'opérateur', 'administrateur', 'Exploitation',
    'Se connecter avec votre organisation', 'Le fournisseur d’identité ne vous a pas admis, ou vous n’avez pas de compte ici.',
    'Un mot de passe a au moins 12 caractères.', 'Un mot de passe a au plus 200 caractères.', 'Un mot de passe ne contient pas le nom de son compte.', 'Un mot de passe a au moins 5 caractères différents.',
  ],
  es: [
    'Iniciar sesión', 'Nombre', 'Contraseña', 'El nombre o la contraseña no es correcto. Tras varios intentos, una cuenta espera un rato.', 'Estudio', 'Mostrador',
    'Esta cuenta no abre ninguna página en este servidor.', 'Cambiar la contraseña', 'Contraseña actual', 'Contraseña nueva', 'Al menos 12 caracteres. Se cerrará la sesión en los demás sitios.',
    'La contraseña se ha cambiado.', 'La contraseña actual no es correcta.', 'Cerrar sesión', 'Has cerrado la sesión.', 'El servidor no responde. Inténtalo de nuevo.',
    'Demasiados intentos desde esta dirección. Espera un minuto.', 'Escribe un nombre y una contraseña.', 'Rol: {role}', 'autor', 'agente', 'operador', 'administrador', 'Operadores',
    'Iniciar sesión con tu organización', 'El proveedor de identidad no te ha admitido, o no tienes cuenta aquí.',
    'Una contraseña tiene al menos 12 caracteres.', 'Una contraseña tiene como máximo 200 caracteres.', 'Una contraseña no contiene el nombre de su cuenta.', 'Una contraseña tiene al menos 5 caracteres distintos.',
  ],
  it: [
    'Accedi', 'Nome', 'Password', 'Il nome o la password non è corretto. Dopo diversi tentativi un account attende un po’.', 'Studio', 'Sportello',
    'Questo account non apre alcuna pagina su questo server.', 'Cambia password', 'Password attuale', 'Nuova password', 'Almeno 12 caratteri. Verrai disconnesso altrove.',
    'La password è stata cambiata.', 'La password attuale non è corretta.', 'Esci', 'Sei uscito.', 'Il server non risponde. Riprova.',
    'Troppi tentativi da questo indirizzo. Attendi un minuto.', 'Inserisci un nome e una password.', 'Ruolo: {role}', 'autore', 'agente', 'operatore', 'amministratore', 'Operatori',
    'Accedi con la tua organizzazione', 'Il provider di identità non ti ha ammesso, o qui non hai un account.',
    'Una password ha almeno 12 caratteri.', 'Una password ha al massimo 200 caratteri.', 'Una password non contiene il nome del suo account.', 'Una password ha almeno 5 caratteri diversi.',
  ],
  ja: [
    'サインイン', '名前', 'パスワード', '名前またはパスワードが違います。何度も間違えると、しばらく受け付けません。', 'スタジオ', 'デスク',
    'このアカウントで開けるページは、このサーバーにありません。', 'パスワードの変更', '現在のパスワード', '新しいパスワード', '12文字以上。ほかの場所ではサインアウトされます。',
    'パスワードを変更しました。', '現在のパスワードが違います。', 'サインアウト', 'サインアウトしました。', 'サーバーが応答しません。もう一度お試しください。',
    'このアドレスからの試行が多すぎます。1分お待ちください。', '名前とパスワードを入力してください。', '役割：{role}', '作成者', '担当者', '運用者', '管理者', '運用',
    '組織のアカウントでサインイン', 'IDプロバイダーで認められなかったか、ここにアカウントがありません。',
    'パスワードは12文字以上です。', 'パスワードは200文字以内です。', 'パスワードにアカウントの名前を含めることはできません。', 'パスワードには5種類以上の文字が必要です。',
  ],
  ar: [
    'تسجيل الدخول', 'الاسم', 'كلمة المرور', 'الاسم أو كلمة المرور غير صحيح. بعد عدة محاولات ينتظر الحساب قليلًا.', 'الاستوديو', 'المكتب',
    'لا يفتح هذا الحساب أي صفحة على هذا الخادم.', 'تغيير كلمة المرور', 'كلمة المرور الحالية', 'كلمة المرور الجديدة', '12 حرفًا على الأقل. ستُسجَّل خروجك من كل مكان آخر.',
    'تم تغيير كلمة المرور.', 'كلمة المرور الحالية غير صحيحة.', 'تسجيل الخروج', 'تم تسجيل خروجك.', 'الخادم لا يستجيب. حاول مرة أخرى.',
    'محاولات كثيرة من هذا العنوان. انتظر دقيقة.', 'أدخل اسمًا وكلمة مرور.', 'الدور: {role}', 'مؤلف', 'موظف', 'مشغّل', 'مسؤول', 'المشغّلون',
    'تسجيل الدخول عبر مؤسستك', 'لم يسمح لك موفّر الهوية بالدخول، أو ليس لديك حساب هنا.',
    'تتكون كلمة المرور من 12 حرفًا على الأقل.', 'تتكون كلمة المرور من 200 حرف على الأكثر.', 'لا تحتوي كلمة المرور على اسم حسابها.', 'في كلمة المرور 5 أحرف مختلفة على الأقل.',
  ],
};

const words = table[document.documentElement.lang] ?? table.en;

/** One of the page's own texts, with its placeholders filled in. */
export function say(key, values = {}) {
  const text = words[order.indexOf(key)] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}
