// The page's own texts. Texts from flows arrive in the language of the flow.

const order = [
  'message', 'send', 'attach', 'earlier', 'newest', 'offline', 'connecting', 'typing', 'pending', 'sent', 'delivered',
  'read', 'failed', 'retry', 'remove', 'next', 'back', 'done', 'optional', 'check', 'choose', 'drop', 'wrong',
  'large', 'kind', 'uploading', 'open', 'close', 'conversations', 'empty', 'page', 'waiting', 'closed',
  'incoming', 'backward', 'forward', 'earlierMonth', 'laterMonth', 'year', 'skip', 'show', 'loading',
  'long', 'amount', 'number', 'whole', 'least', 'most', 'notify',
];

const table = {
  en: [
    'Message', 'Send', 'Attach a file', 'Earlier messages', 'Newest messages',
    'You are offline. What you write goes out as soon as the connection is back.', 'Connecting…',
    '{name} is typing…', 'Sending…', 'Sent', 'Delivered', 'Read', 'Not sent', 'Try again', 'Remove', 'Next', 'Back', 'Done',
    'optional', 'Is everything right?', 'Please choose an answer.', 'Drop files here to send them',
    'That did not work. Please try again.', '{name} is too large.',
    '{name} is of a kind that cannot be sent here.', 'Sending {name}', 'Open the chat', 'Close the chat', 'Conversations',
    'Write a message to begin.', 'Page {page} of {pages}', '{count} files, {percent}', 'This conversation is over.',
    'A file is coming',
    'Back', 'Forward', 'Month before', 'Next month', 'Year', 'Skip', 'Show the picture', 'Loading {name}',
    'This text is too long: a message has at most {count} characters.', 'Please enter an amount, such as {example}.',
    'Please enter a number.', 'Please enter a whole number.', 'At least {limit}, please.', 'At most {limit}, please.',
    'Show notifications',
  ],
  de: [
    'Nachricht', 'Senden', 'Datei anhängen', 'Frühere Nachrichten', 'Neueste Nachrichten',
    'Keine Verbindung. Was du schreibst, geht hinaus, sobald sie wieder da ist.', 'Verbinden …', '{name} schreibt …',
    'Wird gesendet …', 'Gesendet', 'Zugestellt', 'Gelesen', 'Nicht gesendet', 'Noch einmal', 'Entfernen', 'Weiter',
    'Zurück', 'Fertig', 'freiwillig', 'Stimmt alles?', 'Bitte wähle eine Antwort.', 'Dateien hier ablegen, um sie zu senden',
    'Das hat nicht geklappt. Bitte versuche es noch einmal.',
    '{name} ist zu groß.', '{name} kann hier nicht gesendet werden.', '{name} wird gesendet', 'Chat öffnen',
    'Chat schließen', 'Gespräche', 'Schreib eine Nachricht, um zu beginnen.', 'Seite {page} von {pages}',
    '{count} Dateien, {percent}', 'Dieses Gespräch ist zu Ende.',
    'Eine Datei kommt',
    'Zurückblättern', 'Weiterblättern', 'Vorheriger Monat', 'Nächster Monat', 'Jahr', 'Überspringen', 'Bild anzeigen',
    '{name} wird geladen',
    'Dieser Text ist zu lang: Eine Nachricht hat höchstens {count} Zeichen.', 'Bitte gib einen Betrag ein, etwa {example}.',
    'Bitte gib eine Zahl ein.', 'Bitte gib eine ganze Zahl ein.', 'Bitte mindestens {limit}.', 'Bitte höchstens {limit}.',
    'Benachrichtigungen zeigen',
  ],
  fr: [
    'Message', 'Envoyer', 'Joindre un fichier', 'Messages précédents', 'Derniers messages',
    'Vous êtes hors ligne. Vos messages partiront dès que la connexion sera rétablie.', 'Connexion…',
    '{name} écrit…', 'Envoi…', 'Envoyé', 'Distribué', 'Lu', 'Non envoyé', 'Réessayer', 'Retirer', 'Suivant', 'Retour',
    'Terminé', 'facultatif', 'Tout est exact ?', 'Choisissez une réponse.', 'Déposez ici les fichiers à envoyer',
    'Cela n’a pas fonctionné. Réessayez.',
    '{name} est trop volumineux.', '{name} ne peut pas être envoyé ici.', 'Envoi de {name}', 'Ouvrir la discussion',
    'Fermer la discussion', 'Discussions', 'Écrivez un message pour commencer.', 'Page {page} sur {pages}',
    '{count} fichiers, {percent}', 'Cette discussion est terminée.',
    'Un fichier arrive',
    'Précédents', 'Suivants', 'Mois précédent', 'Mois suivant', 'Année', 'Passer', 'Afficher l’image', 'Chargement de {name}',
    'Ce texte est trop long : un message compte au plus {count} caractères.', 'Saisissez un montant, par exemple {example}.',
    'Saisissez un nombre.', 'Saisissez un nombre entier.', 'Au moins {limit}.', 'Au plus {limit}.',
    'Afficher les notifications',
  ],
  es: [
    'Mensaje', 'Enviar', 'Adjuntar un archivo', 'Mensajes anteriores', 'Mensajes más recientes',
    'Estás sin conexión. Lo que escribas saldrá en cuanto vuelva.', 'Conectando…', '{name} está escribiendo…',
    'Enviando…', 'Enviado', 'Entregado', 'Leído', 'No enviado', 'Reintentar', 'Quitar', 'Siguiente', 'Atrás', 'Listo',
    'opcional', '¿Está todo bien?', 'Elige una respuesta.', 'Suelta aquí los archivos para enviarlos',
    'No ha funcionado. Inténtalo de nuevo.',
    '{name} es demasiado grande.', '{name} no se puede enviar aquí.', 'Enviando {name}', 'Abrir el chat',
    'Cerrar el chat', 'Conversaciones', 'Escribe un mensaje para empezar.', 'Página {page} de {pages}',
    '{count} archivos, {percent}', 'Esta conversación ha terminado.',
    'Llega un archivo',
    'Anteriores', 'Siguientes', 'Mes anterior', 'Mes siguiente', 'Año', 'Omitir', 'Mostrar la imagen', 'Cargando {name}',
    'Este texto es demasiado largo: un mensaje tiene como máximo {count} caracteres.',
    'Escribe un importe, por ejemplo {example}.', 'Escribe un número.', 'Escribe un número entero.', 'Como mínimo {limit}.',
    'Como máximo {limit}.', 'Mostrar notificaciones',
  ],
  it: [
    'Messaggio', 'Invia', 'Allega un file', 'Messaggi precedenti', 'Messaggi più recenti',
    'Sei offline. Ciò che scrivi partirà appena torna la connessione.', 'Connessione…', '{name} sta scrivendo…',
    'Invio…', 'Inviato', 'Consegnato', 'Letto', 'Non inviato', 'Riprova', 'Rimuovi', 'Avanti', 'Indietro', 'Fatto',
    'facoltativo', 'È tutto giusto?', 'Scegli una risposta.', 'Rilascia qui i file per inviarli',
    'Non ha funzionato. Riprova.', '{name} è troppo grande.',
    '{name} non può essere inviato qui.', 'Invio di {name}', 'Apri la chat', 'Chiudi la chat', 'Conversazioni',
    'Scrivi un messaggio per iniziare.', 'Pagina {page} di {pages}', '{count} file, {percent}',
    'Questa conversazione è finita.',
    'Arriva un file',
    'Precedenti', 'Successivi', 'Mese precedente', 'Mese successivo', 'Anno', 'Salta', 'Mostra l’immagine',
    'Caricamento di {name}',
    'Questo testo è troppo lungo: un messaggio ha al massimo {count} caratteri.', 'Inserisci un importo, ad esempio {example}.',
    'Inserisci un numero.', 'Inserisci un numero intero.', 'Almeno {limit}.', 'Al massimo {limit}.',
    'Mostra notifiche',
  ],
  ja: [
    'メッセージ', '送信', 'ファイルを添付', '以前のメッセージ', '最新のメッセージ',
    'オフラインです。接続が戻ると、書いたものが送信されます。', '接続中…', '{name}が入力中…', '送信中…', '送信済み', '配信済み',
    '既読', '未送信', '再試行', '削除', '次へ', '戻る', '完了', '任意', 'これでよろしいですか？', '回答を選んでください。',
    'ここにファイルをドロップして送信', 'うまくいきませんでした。もう一度お試しください。',
    '{name}は大きすぎます。', '{name}はここでは送信できません。', '{name}を送信中', 'チャットを開く', 'チャットを閉じる', '会話',
    'メッセージを書いて始めましょう。', '{pages}ページ中{page}ページ', '{count}件のファイル、{percent}', 'この会話は終了しました。',
    'ファイルを受信中',
    '前へ', '次へ', '前の月', '次の月', '年', 'スキップ', '画像を表示', '{name}を読み込み中',
    'テキストが長すぎます。1通のメッセージは{count}文字までです。', '金額を入力してください（例：{example}）。',
    '数字を入力してください。', '整数を入力してください。', '{limit}以上で入力してください。', '{limit}以下で入力してください。',
    '通知を表示',
  ],
  ar: [
    'رسالة', 'إرسال', 'إرفاق ملف', 'رسائل سابقة', 'أحدث الرسائل', 'لا يوجد اتصال. سيُرسل ما تكتبه عند عودة الاتصال.',
    'جارٍ الاتصال…', '{name} يكتب…', 'جارٍ الإرسال…', 'أُرسلت', 'وصلت', 'قُرئت', 'لم تُرسل', 'إعادة المحاولة', 'إزالة',
    'التالي', 'السابق', 'تم', 'اختياري', 'هل كل شيء صحيح؟', 'يرجى اختيار إجابة.', 'أفلت الملفات هنا لإرسالها',
    'لم ينجح ذلك. حاول مرة أخرى.', '{name} كبير جدًا.',
    'لا يمكن إرسال {name} هنا.', 'جارٍ إرسال {name}', 'فتح المحادثة', 'إغلاق المحادثة', 'المحادثات', 'اكتب رسالة للبدء.',
    'الصفحة {page} من {pages}', '{count} ملفات، {percent}', 'انتهت هذه المحادثة.',
    'ملف في الطريق',
    'السابق', 'التالي', 'الشهر السابق', 'الشهر التالي', 'السنة', 'تخطٍّ', 'عرض الصورة', 'جارٍ تحميل {name}',
    'هذا النص طويل جدًا: الحد الأقصى للرسالة {count} حرف.', 'يرجى إدخال مبلغ، مثل {example}.', 'يرجى إدخال رقم.',
    'يرجى إدخال عدد صحيح.', '{limit} على الأقل.', '{limit} على الأكثر.', 'عرض الإشعارات',
  ],
};

export const languages = Object.keys(table);
export const language = document.documentElement.lang || 'en';

/** A language tag with a region, which decides the formats of dates and money; without one, the browser's region. */
export function inRegion(tag) {
  const region = (one) => one.split('-').slice(1).find((part) => /^([a-z]{2}|[0-9]{3})$/i.test(part));
  const found = region(navigator.language ?? '');
  return region(tag) || !found ? tag : `${tag}-${found}`;
}

const words = table[language] ?? table.en;

/** One of the page's own texts, with its placeholders filled in. */
export function say(key, values = {}) {
  const text = words[order.indexOf(key)] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });
const calendar = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
const whole = new Intl.DateTimeFormat(language, {
  weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit',
});
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

export const time = (date) => clock.format(date);
export const dayAndTime = (date) => whole.format(date);
export const percent = (fraction) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(fraction);

/** A readable number of bytes. */
export function size(bytes) {
  const power = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : bytes < 1e9 ? 2 : 3;
  const unit = ['byte', 'kilobyte', 'megabyte', 'gigabyte'][power];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: power > 1 ? 1 : 0 }).format(bytes / 1000 ** power);
}

/** A readable day, relative to today. */
export function day(date, today = new Date()) {
  const midnight = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = Math.round((midnight(date) - midnight(today)) / 86_400_000);
  const text = Math.abs(days) < 2 ? relative.format(days, 'day') : calendar.format(date);
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
