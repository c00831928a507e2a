// The desk's own texts, in the languages of the chat page. Names of queues, tables and their fields are those of the flows.

const order = [
  'desk', 'inbox', 'none', 'noneHelp', 'pick', 'customer', 'words', 'send', 'giveBack', 'givenBack', 'handedOver', 'closed',
  'since', 'unanswered', 'answered', 'unansweredCount', 'sound', 'newMessage', 'newHandover', 'pending', 'failed', 'gone', 'offline', 'key',
  'state', 'keptSince', 'allStates', 'anytime', 'today', 'week', 'month', 'private', 'export', 'more', 'number', 'kept', 'rowChanged',
  'noRows', 'rows', 'stateOf', 'open', 'done', 'cancelled', 'beCustomer', 'customerSide', 'back', 'bot', 'person', 'keys', 'note',
  'views', 'conversation', 'wrong', 'fileGone', 'file',
  'take', 'transfer', 'assignee', 'noOne', 'you', 'taken', 'queue', 'closedQueue', 'noteForThem', 'mayWait',
  'cancel', 'tools', 'replies', 'sendQuestion', 'choices', 'link', 'addNote', 'noReply', 'replyCount', 'choicesTitle',
  'choicesOptions', 'several', 'address', 'linkTitle', 'save', 'allQueues', 'everyone', 'mine', 'openQueue', 'closedNow',
  'waitingCount', 'firstAnswer', 'takes', 'releases', 'assigns', 'transfers',
];

const table = {
  en: [
    'Desk', 'Inbox', 'No conversation is waiting.', 'What a flow passes to people appears here at once.', 'Choose a conversation to read and answer it.',
    'Customer {name}', 'Answer', 'Send', 'Give back to the bot', 'Given back to the bot', 'Handed over to {queue}', 'The customer closed the conversation',
    'waiting for {time}', 'Unanswered', 'Answered', '{count} unanswered', 'Sound', 'New message from {name}: {text}', 'New conversation: {name}', 'Sending…',
    'Not sent: {reason}', 'This conversation is no longer with people.', 'The server does not answer. What you send goes out when it is back.',
    'The desk opens by the link that `usher dev` prints: open it in this window.',
    'State', 'Kept', 'All', 'at any time', 'today', 'in the last 7 days', 'in the last 30 days', 'Show private', 'Export as CSV', 'More rows', 'No.', 'Kept',
    'Row {number} is now: {state}', 'No rows.', '{count} rows', 'State of row {number}', 'open', 'done', 'cancelled', 'Be a customer', 'The customer’s side', 'Back to the inbox',
    'Bot', 'Staff', 'Enter sends, Shift and Enter begins a new line, Esc leads back to the list.', 'Note', 'Views', 'Conversation with {name}', 'That did not work: {reason}',
    'deleted', 'File',
    'Take', 'Transfer', 'Assigned to', 'No one', 'You', '{name} has this conversation.', 'Queue', '{queue} (closed)',
    'Note for that queue', 'The customer may wait until the queue opens', 'Cancel', 'More to send', 'Replies', 'Question of a flow', 'Choices', 'Link',
    'Note for colleagues', 'No reply begins like this.', '{count} replies', 'Question', 'Answers, one on each line', 'More than one may be chosen', 'Address', 'Title',
    'Save', 'All queues', 'Everyone', 'Mine', 'open', 'closed', '{count} waiting', 'first answer after {time}',
    '{name} has taken the conversation', '{name} has released the conversation', '{name} has given the conversation to {agent}', '{name} has transferred the conversation',
  ],
  de: [
    'Schalter', 'Eingang', 'Es wartet kein Gespräch.', 'Was ein Ablauf an Menschen übergibt, erscheint hier sofort.', 'Wähle ein Gespräch, um es zu lesen und zu beantworten.',
    'Kunde {name}', 'Antwort', 'Senden', 'An den Bot zurückgeben', 'An den Bot zurückgegeben', 'Übergeben an {queue}', 'Der Kunde hat das Gespräch geschlossen',
    'wartet seit {time}', 'Unbeantwortet', 'Beantwortet', '{count} unbeantwortet', 'Ton', 'Neue Nachricht von {name}: {text}', 'Neues Gespräch: {name}', 'Wird gesendet …',
    'Nicht gesendet: {reason}', 'Dieses Gespräch ist nicht mehr bei Menschen.', 'Der Server antwortet nicht. Was du sendest, geht hinaus, sobald er wieder da ist.',
    'Der Schalter öffnet sich mit dem Link, den `usher dev` ausgibt: Öffne ihn in diesem Fenster.',
    'Stand', 'Angelegt', 'Alle', 'irgendwann', 'heute', 'in den letzten 7 Tagen', 'in den letzten 30 Tagen', 'Privates zeigen', 'Als CSV ausgeben', 'Mehr Zeilen', 'Nr.', 'Angelegt',
    'Zeile {number} ist jetzt: {state}', 'Keine Zeilen.', '{count} Zeilen', 'Stand der Zeile {number}', 'offen', 'erledigt', 'abgesagt', 'Selbst Kunde sein', 'Die Seite des Kunden', 'Zurück zum Eingang',
    'Bot', 'Mitarbeiter', 'Enter sendet, Umschalt und Enter beginnt eine neue Zeile, Esc führt zur Liste zurück.', 'Notiz', 'Ansichten', 'Gespräch mit {name}', 'Das hat nicht geklappt: {reason}',
    'gelöscht', 'Datei',
    'Übernehmen', 'Weitergeben', 'Zugewiesen an', 'Niemand', 'Du', '{name} hat dieses Gespräch.', 'Warteschlange', '{queue} (geschlossen)',
    'Notiz für diese Warteschlange', 'Der Kunde darf warten, bis die Warteschlange öffnet', 'Abbrechen', 'Mehr senden', 'Textbausteine', 'Frage eines Ablaufs', 'Auswahl', 'Link',
    'Notiz für Kollegen', 'Kein Textbaustein beginnt so.', '{count} Textbausteine', 'Frage', 'Antworten, eine in jeder Zeile', 'Mehrere dürfen gewählt werden', 'Adresse', 'Titel',
    'Speichern', 'Alle Warteschlangen', 'Alle', 'Meine', 'geöffnet', 'geschlossen', '{count} wartend', 'erste Antwort nach {time}',
    '{name} hat das Gespräch übernommen', '{name} hat das Gespräch freigegeben', '{name} hat das Gespräch an {agent} gegeben', '{name} hat das Gespräch weitergegeben',
  ],
  fr: [
    'Bureau', 'Boîte de réception', 'Aucune conversation n’attend.', 'Ce qu’un parcours transmet à une personne apparaît ici aussitôt.', 'Choisissez une conversation pour la lire et y répondre.',
    'Client {name}', 'Réponse', 'Envoyer', 'Rendre au bot', 'Rendue au bot', 'Transmise à {queue}', 'Le client a fermé la conversation',
    'attend depuis {time}', 'Sans réponse', 'Répondu', '{count} sans réponse', 'Son', 'Nouveau message de {name} : {text}', 'Nouvelle conversation : {name}', 'Envoi…',
    'Non envoyé : {reason}', 'Cette conversation n’est plus entre les mains d’une personne.', 'Le serveur ne répond pas. Vos messages partiront dès son retour.',
    'Le bureau s’ouvre avec le lien affiché par `usher dev` : ouvrez-le dans cette fenêtre.',
    'État', 'Ajoutée', 'Tous', 'n’importe quand', 'aujourd’hui', 'ces 7 derniers jours', 'ces 30 derniers jours', 'Afficher le privé', 'Exporter en CSV', 'Plus de lignes', 'N°', 'Ajoutée',
    'La ligne {number} est maintenant : {state}', 'Aucune ligne.', '{count} lignes', 'État de la ligne {number}', 'ouvert', 'terminé', 'annulé', 'Jouer le client', 'Côté client', 'Retour à la boîte de réception',
    'Bot', 'Équipe', 'Entrée envoie, Maj et Entrée passe à la ligne, Échap revient à la liste.', 'Note', 'Vues', 'Conversation avec {name}', 'Cela n’a pas fonctionné : {reason}',
    'supprimé', 'Fichier',
    'Prendre', 'Transférer', 'Attribuée à', 'Personne', 'Vous', '{name} a cette conversation.', 'File', '{queue} (fermée)',
    'Note pour cette file', 'Le client peut attendre l’ouverture de la file', 'Annuler', 'Envoyer autre chose', 'Réponses types', 'Question d’un parcours', 'Choix', 'Lien',
    'Note pour les collègues', 'Aucune réponse type ne commence ainsi.', '{count} réponses types', 'Question', 'Réponses, une par ligne', 'Plusieurs choix possibles', 'Adresse', 'Titre',
    'Enregistrer', 'Toutes les files', 'Tout le monde', 'Les miennes', 'ouverte', 'fermée', '{count} en attente', 'première réponse après {time}',
    '{name} a pris la conversation', '{name} a libéré la conversation', '{name} a confié la conversation à {agent}', '{name} a transféré la conversation',
  ],
  es: [
    'Mesa', 'Bandeja de entrada', 'No hay conversaciones en espera.', 'Lo que un flujo pasa a una persona aparece aquí al momento.', 'Elige una conversación para leerla y responderla.',
    'Cliente {name}', 'Respuesta', 'Enviar', 'Devolver al bot', 'Devuelta al bot', 'Pasada a {queue}', 'El cliente ha cerrado la conversación',
    'espera desde hace {time}', 'Sin responder', 'Respondida', '{count} sin responder', 'Sonido', 'Mensaje nuevo de {name}: {text}', 'Conversación nueva: {name}', 'Enviando…',
    'No enviado: {reason}', 'Esta conversación ya no está con una persona.', 'El servidor no responde. Lo que envíes saldrá cuando vuelva.',
    'La mesa se abre con el enlace que muestra `usher dev`: ábrelo en esta ventana.',
    'Estado', 'Guardada', 'Todos', 'en cualquier momento', 'hoy', 'en los últimos 7 días', 'en los últimos 30 días', 'Mostrar lo privado', 'Exportar como CSV', 'Más filas', 'N.º', 'Guardada',
    'La fila {number} ahora está: {state}', 'No hay filas.', '{count} filas', 'Estado de la fila {number}', 'abierto', 'hecho', 'cancelado', 'Ser el cliente', 'El lado del cliente', 'Volver a la bandeja',
    'Bot', 'Equipo', 'Intro envía, Mayús e Intro empieza otra línea, Esc vuelve a la lista.', 'Nota', 'Vistas', 'Conversación con {name}', 'No ha funcionado: {reason}',
    'borrado', 'Archivo',
    'Tomar', 'Transferir', 'Asignada a', 'Nadie', 'Tú', '{name} tiene esta conversación.', 'Cola', '{queue} (cerrada)',
    'Nota para esa cola', 'El cliente puede esperar a que abra la cola', 'Cancelar', 'Enviar más', 'Respuestas', 'Pregunta de un flujo', 'Opciones', 'Enlace',
    'Nota para colegas', 'Ninguna respuesta empieza así.', '{count} respuestas', 'Pregunta', 'Respuestas, una en cada línea', 'Se puede elegir más de una', 'Dirección', 'Título',
    'Guardar', 'Todas las colas', 'Todos', 'Mías', 'abierta', 'cerrada', '{count} en espera', 'primera respuesta tras {time}',
    '{name} ha tomado la conversación', '{name} ha liberado la conversación', '{name} ha pasado la conversación a {agent}', '{name} ha transferido la conversación',
  ],
  it: [
    'Sportello', 'Posta in arrivo', 'Nessuna conversazione in attesa.', 'Ciò che un flusso passa a una persona appare qui subito.', 'Scegli una conversazione per leggerla e rispondere.',
    'Cliente {name}', 'Risposta', 'Invia', 'Restituisci al bot', 'Restituita al bot', 'Passata a {queue}', 'Il cliente ha chiuso la conversazione',
    'in attesa da {time}', 'Senza risposta', 'Risposto', '{count} senza risposta', 'Suono', 'Nuovo messaggio di {name}: {text}', 'Nuova conversazione: {name}', 'Invio…',
    'Non inviato: {reason}', 'Questa conversazione non è più con una persona.', 'Il server non risponde. Ciò che invii partirà appena torna.',
    'Lo sportello si apre con il link mostrato da `usher dev`: aprilo in questa finestra.',
    'Stato', 'Salvata', 'Tutti', 'in qualsiasi momento', 'oggi', 'negli ultimi 7 giorni', 'negli ultimi 30 giorni', 'Mostra dati privati', 'Esporta come CSV', 'Altre righe', 'N.', 'Salvata',
    'La riga {number} ora è: {state}', 'Nessuna riga.', '{count} righe', 'Stato della riga {number}', 'aperto', 'fatto', 'annullato', 'Fai il cliente', 'Il lato del cliente', 'Torna alla posta in arrivo',
    'Bot', 'Personale', 'Invio spedisce, Maiusc e Invio va a capo, Esc torna all’elenco.', 'Nota', 'Viste', 'Conversazione con {name}', 'Non ha funzionato: {reason}',
    'eliminato', 'File',
    'Prendi', 'Trasferisci', 'Assegnata a', 'Nessuno', 'Tu', '{name} ha questa conversazione.', 'Coda', '{queue} (chiusa)',
    'Nota per quella coda', 'Il cliente può aspettare l’apertura della coda', 'Annulla', 'Invia altro', 'Risposte pronte', 'Domanda di un flusso', 'Scelte', 'Link',
    'Nota per i colleghi', 'Nessuna risposta inizia così.', '{count} risposte', 'Domanda', 'Risposte, una per riga', 'Si può scegliere più di una', 'Indirizzo', 'Titolo',
    'Salva', 'Tutte le code', 'Tutti', 'Mie', 'aperta', 'chiusa', '{count} in attesa', 'prima risposta dopo {time}',
    '{name} ha preso la conversazione', '{name} ha rilasciato la conversazione', '{name} ha passato la conversazione a {agent}', '{name} ha trasferito la conversazione',
  ],
  ja: [
    'デスク', '受信箱', '待っている会話はありません。', 'フローが担当者に引き継いだ会話は、すぐここに表示されます。', '会話を選ぶと、読んで返信できます。',
    'お客様 {name}', '返信', '送信', 'ボットに戻す', 'ボットに戻しました', '{queue}に引き継ぎ', 'お客様が会話を閉じました',
    '待ち時間 {time}', '未返信', '返信済み', '未返信 {count}件', '音', '{name}からの新しいメッセージ：{text}', '新しい会話：{name}', '送信中…',
    '送信できません：{reason}', 'この会話はもう担当者のもとにありません。', 'サーバーが応答しません。送信した内容は、復旧後に届きます。',
    'デスクは `usher dev` が表示するリンクで開きます。このウィンドウで開いてください。',
    '状態', '保存', 'すべて', 'すべての期間', '今日', '過去7日間', '過去30日間', '非公開の項目を表示', 'CSVで書き出す', '続きの行', '番号', '保存日時',
    '{number}行目は「{state}」になりました', '行はありません。', '{count}行', '{number}行目の状態', '未対応', '完了', '取消', 'お客様になる', 'お客様の画面', '受信箱に戻る',
    'ボット', '担当者', 'Enterで送信、Shift+Enterで改行、Escで一覧に戻ります。', 'メモ', '表示', '{name}との会話', 'うまくいきませんでした：{reason}',
    '削除済み', 'ファイル',
    '担当する', '転送', '担当', 'なし', '自分', 'この会話は{name}が担当しています。', '窓口', '{queue}（時間外）',
    '転送先へのメモ', '窓口が開くまでお客様を待たせてもよい', 'キャンセル', 'その他の送信', '定型文', 'フローの質問', '選択肢', 'リンク',
    '同僚へのメモ', '該当する定型文はありません。', '定型文 {count}件', '質問', '回答（1行に1つ）', '複数選択可', 'アドレス', 'タイトル',
    '保存', 'すべての窓口', '全員', '自分の担当', '受付中', '時間外', '{count}件待ち', '最初の返信まで{time}',
    '{name}が会話を担当しました', '{name}が会話の担当を外れました', '{name}が会話を{agent}に渡しました', '{name}が会話を転送しました',
  ],
  ar: [
    'المكتب', 'الوارد', 'لا توجد محادثة تنتظر.', 'ما يحيله التدفق إلى الموظفين يظهر هنا فورًا.', 'اختر محادثة لقراءتها والرد عليها.',
    'العميل {name}', 'الرد', 'إرسال', 'إعادة إلى البوت', 'أُعيدت إلى البوت', 'أُحيلت إلى {queue}', 'أغلق العميل المحادثة',
    'تنتظر منذ {time}', 'بلا رد', 'تم الرد', '{count} بلا رد', 'الصوت', 'رسالة جديدة من {name}: {text}', 'محادثة جديدة: {name}', 'جارٍ الإرسال…',
    'لم تُرسل: {reason}', 'لم تعد هذه المحادثة لدى الموظفين.', 'الخادم لا يستجيب. سيُرسل ما تكتبه عند عودته.',
    'يُفتح المكتب بالرابط الذي يعرضه `usher dev`: افتحه في هذه النافذة.',
    'الحالة', 'حُفظت', 'الكل', 'في أي وقت', 'اليوم', 'في آخر 7 أيام', 'في آخر 30 يومًا', 'إظهار الخاص', 'تصدير بصيغة CSV', 'مزيد من الصفوف', 'رقم', 'حُفظت',
    'الصف {number} الآن: {state}', 'لا توجد صفوف.', '{count} صفوف', 'حالة الصف {number}', 'مفتوح', 'منجز', 'ملغى', 'كن عميلًا', 'جانب العميل', 'العودة إلى الوارد',
    'البوت', 'الموظف', 'مفتاح Enter يرسل، وShift مع Enter يبدأ سطرًا جديدًا، وEsc يعود إلى القائمة.', 'ملاحظة', 'العروض', 'محادثة مع {name}', 'لم ينجح ذلك: {reason}',
    'حُذف', 'ملف',
    'استلام', 'تحويل', 'مسندة إلى', 'لا أحد', 'أنت', 'هذه المحادثة لدى {name}.', 'الطابور', '{queue} (مغلق)',
    'ملاحظة لهذا الطابور', 'يمكن للعميل الانتظار حتى يفتح الطابور', 'إلغاء', 'إرسال المزيد', 'ردود جاهزة', 'سؤال من تدفق', 'خيارات', 'رابط',
    'ملاحظة للزملاء', 'لا يوجد رد يبدأ هكذا.', '{count} ردود', 'السؤال', 'الإجابات، واحدة في كل سطر', 'يمكن اختيار أكثر من واحدة', 'العنوان', 'الاسم',
    'حفظ', 'كل الطوابير', 'الجميع', 'محادثاتي', 'مفتوح', 'مغلق', '{count} في الانتظار', 'أول رد بعد {time}',
    'استلم {name} المحادثة', 'ترك {name} المحادثة', 'أسند {name} المحادثة إلى {agent}', 'حوّل {name} المحادثة',
  ],
};

export const language = document.documentElement.lang || 'en';

const words = table[language] ?? table.en;

/** One of the page's own texts, with its placeholders filled in. */
export function say(key, values = {}) {
  const text = words[order.indexOf(key)] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** The name of a state: the usual ones in the page's language, others as the flows call them. */
export const stateName = (state) => (['open', 'done', 'cancelled'].includes(state) ? say(state) : state);

const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });
const dated = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const onDay = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' });
const numbers = new Intl.NumberFormat(language);

export const time = (date) => clock.format(date);
export const dayAndTime = (date) => dated.format(date);
export const day = (date) => onDay.format(date);
export const number = (value) => numbers.format(value);

/** A length of time in its largest unit, such as `12 min`. */
export function length(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const [value, unit] = minutes < 60 ? [minutes, 'minute'] : minutes < 2880 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1440), 'day'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** A readable number of bytes. */
export function size(bytes) {
  const power = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  const unit = ['byte', 'kilobyte', 'megabyte'][power];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: power > 1 ? 1 : 0 }).format(bytes / 1000 ** power);
}
