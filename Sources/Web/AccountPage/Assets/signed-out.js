// What a page of operators shows when no one is signed in any more. What was typed stays on the page: signing in happens in
// a window of its own, and the page continues by itself.

import { element } from './dom.js';

const table = {
  en: ['You are signed out. What you have typed stays here.', 'Sign in', 'Account'],
  de: ['Du bist abgemeldet. Was du geschrieben hast, bleibt hier.', 'Anmelden', 'Konto'],
  fr: ['Vous êtes déconnecté. Ce que vous avez écrit reste ici.', 'Se connecter', 'Compte'],
  es: ['Has salido de la sesión. Lo que has escrito sigue aquí.', 'Iniciar sesión', 'Cuenta'],
  it: ['Non hai più l’accesso. Ciò che hai scritto resta qui.', 'Accedi', 'Account'],
  ja: ['サインアウトされています。入力した内容は残ります。', 'サインイン', 'アカウント'],
  ar: ['تم تسجيل خروجك. ما كتبته يبقى هنا.', 'تسجيل الدخول', 'الحساب'],
};

const [text, signIn, account] = table[document.documentElement.lang] ?? table.en;

/** How often a page looks whether someone has signed in. */
const patience = 5_000;

/**
 * What the banner of a page shows.
 *
 * @param address the page on which to sign in.
 * @param to the name of this page, which has nothing typed yet and may be left; nothing keeps it open.
 */
export function signedOut(address, to) {
  const link = to ? { href: `${address}?to=${to}` } : { href: address, target: '_blank' };
  return [...(to ? [] : [text, ' ']), element('a', link, signIn)];
}

/** Calls `work` when someone may have signed in: after a while, or when the window is looked at again. */
export function whenSignedIn(work) {
  let timer;
  const go = () => {
    clearTimeout(timer);
    removeEventListener('focus', go);
    work();
  };
  timer = setTimeout(go, patience);
  addEventListener('focus', go);
}

/** The link to the page of one's own account. */
export const accountLink = ({ name, page }) => element('a', { href: page, class: 'account', 'aria-label': `${account}: ${name}` }, name);
