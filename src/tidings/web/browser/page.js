// What is done on a page: refuse consent, scroll, load more, take what is shown.
// It runs in a world of its own: scripts of the page can neither see nor change it.
(() => {
  const REFUSALS = [
    '#onetrust-reject-all-handler', '.ot-pc-refuse-all-handler', '#didomi-notice-disagree-button',
    '.didomi-continue-without-agreeing', '#CybotCookiebotDialogBodyButtonDecline',
    '#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll', '[data-testid="uc-deny-all-button"]',
    '.cky-btn-reject', '.cmplz-deny', '#tarteaucitronAllDenied2', '.klaro .cn-decline', '.cm-btn-decline',
    '.cc-deny', '#truste-consent-required', '.iubenda-cs-reject-btn', '.fc-cta-do-not-consent',
    '._brlbs-refuse-btn a', '.osano-cm-denyAll', '#ccc-reject-settings', '.moove-gdpr-infobar-reject-btn',
    '#axeptio_btn_dismiss', '[data-cookiefirst-action="reject"]', '.wt-cli-reject-btn', '#hs-eu-decline-button',
  ];
  const REFUSE = new RegExp('^\\W*(' + [
    'reject', 'refuse', 'decline', 'deny', 'disagree', 'do not (accept|agree|consent)', "don't (accept|agree)",
    'only (strictly )?necessary', 'necessary only', '(use |accept )?(only )?(necessary|essential) cookies',
    'continue without', 'ablehnen', 'alle ablehnen', 'nur (notwendige|erforderliche|essenzielle)', 'nicht zustimmen',
    'tout refuser', 'refuser', 'continuer sans', 'rechazar', 'solo necesarias', 'rifiuta', 'continua senza',
    'rejeitar', 'recusar', 'weigeren', 'alleen noodzakelijke', 'odrzuć', 'avvisa', 'neka', 'отклонить',
  ].join('|') + ')', 'i');
  const CLOSE = /^\W*(close|dismiss|schließen|fermer|cerrar|chiudi|fechar|sluiten|zamknij|[x×✕✖])\W*$/i;
  const SPEAKS = /cookie|consent|datenschutz|einwilligung|privacy|confidentialit|privacidad|zustimmung|vie privée/i;
  const MARKED = /cookie|consent|gdpr|dsgvo|cmp\b|privacy|onetrust|didomi|usercentrics|sp_message/i;
  const MORE = new RegExp('^\\W*(' + [
    '(load|show|view|see|read) (more|all|older)', 'more (stories|news|articles|results|comments)', 'older posts',
    'mehr (laden|anzeigen|artikel|meldungen|lesen)', 'weitere (laden|anzeigen|artikel|meldungen)', 'alle anzeigen',
    'voir plus', 'afficher plus', 'charger plus', "plus d'articles", 'ver más', 'cargar más', 'mostrar más',
    'carica altr[oi]', 'mostra altr[oi]', 'carregar mais', 'ver mais', 'meer (laden|tonen)', 'показать ещё',
  ].join('|') + ')', 'i');
  const BUTTONS = 'button, [role="button"], input[type="button"], input[type="submit"], a';
  const MOST_CLICKS = 3;
  const clicks = new Map();

  const roots = () => {
    const found = [document];
    for (let at = 0; at < found.length && found.length < 2000; at++)
      for (const element of found[at].querySelectorAll('*')) if (element.shadowRoot) found.push(element.shadowRoot);
    return found;
  };
  const all = (selector) => roots().flatMap((root) => [...root.querySelectorAll(selector)]);
  const isShown = (element) => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width > 1 && box.height > 1 && style.visibility !== 'hidden' && style.display !== 'none';
  };
  const words = (element) =>
    (element.innerText || element.value || element.getAttribute('aria-label') || element.title || '').trim();
  const staysHere = (element) => {
    const href = element.tagName === 'A' ? element.getAttribute('href') : null;
    return !href || href.startsWith('#') || href.startsWith('javascript:');
  };
  const isOver = (element) => {
    const style = getComputedStyle(element);
    return ['fixed', 'sticky'].includes(style.position) || Number(style.zIndex) > 10;
  };
  const dialogs = () => all('dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"], div, section, aside')
    .filter((element) => {
      const marked = MARKED.test(element.id + ' ' + element.getAttribute('class') + ' ' + element.getAttribute('aria-label'));
      const asks = element.matches('dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]');
      if (!marked && !asks) return false;
      return isShown(element) && isOver(element) && SPEAKS.test((element.innerText || '').slice(0, 5000));
    });
  const click = (element) => { element.click(); return true; };

  globalThis.dismiss = () => {
    const known = REFUSALS.flatMap(all).find(isShown);
    if (known) return click(known) && 'refused';
    const asking = dialogs();
    for (const [wanted, outcome] of [[REFUSE, 'refused'], [CLOSE, 'closed']])
      for (const dialog of asking) {
        const inside = [...dialog.querySelectorAll(BUTTONS), ...(dialog.shadowRoot ? dialog.shadowRoot.querySelectorAll(BUTTONS) : [])];
        const button = inside.find((each) => wanted.test(words(each)) && staysHere(each) && isShown(each));
        if (button) return click(button) && outcome;
      }
    return '';
  };
  globalThis.hide = () => {
    const left = dialogs();
    for (const dialog of left) dialog.style.setProperty('display', 'none', 'important');
    if (left.length)
      for (const element of [document.documentElement, document.body])
        if (getComputedStyle(element).overflowY === 'hidden') element.style.setProperty('overflow', 'auto', 'important');
    return left.length;
  };
  globalThis.step = () => {
    const scroller = document.scrollingElement || document.documentElement, before = scroller.scrollTop;
    scroller.scrollTop = before + innerHeight * 0.9;
    if (scroller.scrollTop > before + 1) return 'scrolled';
    const more = all(BUTTONS).find((each) =>
      (clicks.get(each) || 0) < MOST_CLICKS && MORE.test(words(each).slice(0, 60)) && staysHere(each) && !each.disabled && isShown(each));
    if (!more) return '';
    clicks.set(more, (clicks.get(more) || 0) + 1);
    return click(more) && 'clicked';
  };
  globalThis.toTop = () => { (document.scrollingElement || document.documentElement).scrollTop = 0; return true; };
  globalThis.shownHtml = (most) => {
    const root = document.documentElement, shadows = roots().slice(1);
    const html = shadows.length && root.getHTML
      ? '<html lang="' + (root.lang || '') + '">' + root.getHTML({ shadowRoots: shadows }) + '</html>' : root.outerHTML;
    return html.slice(0, most);
  };
  globalThis.shownText = (most) => ((document.body && document.body.innerText) || '').slice(0, most);
  return true;
})();
