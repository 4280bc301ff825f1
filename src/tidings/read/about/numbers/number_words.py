"""Number words of six languages, and words that say how exact a number is; it reads no text."""

# ruff: noqa: RUF001 - signs of other scripts are meant

from __future__ import annotations

from tidings.read.dates.month_names import numbered

_UNITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "es": "cero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis/dieciseis diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiuna/veintiun veintidós/veintidos veintitrés/veintitres veinticuatro veinticinco veintiséis/veintiseis veintisiete veintiocho veintinueve",
    "fr": "zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "de": "null ein/eine/einen/einer/eins/einem zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "pt": "zero um/uma dois/duas três/tres quatro cinco seis sete oito nove dez onze doze treze quatorze/catorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove",
    "it": "zero un/uno/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitré/ventitre ventiquattro venticinque ventisei ventisette ventotto ventinove",
}
"""Zero and up, in order."""
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "fr": "vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante",
    "de": "zwanzig dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
}
"""Twenty and up, by tens."""
_FURTHER = {
    "es": {"cien": 100, "ciento": 100} | {
        f"{stem}{end}": number
        for stem, number in (
            ("doscient", 200), ("trescient", 300), ("cuatrocient", 400), ("quinient", 500), ("seiscient", 600),
            ("setecient", 700), ("ochocient", 800), ("novecient", 900),
        )
        for end in ("os", "as")
    },
    "pt": {"cem": 100, "cento": 100} | {
        f"{stem}{end}": number
        for stem, number in (
            ("duzent", 200), ("trezent", 300), ("quatrocent", 400), ("quinhent", 500), ("seiscent", 600),
            ("setecent", 700), ("oitocent", 800), ("novecent", 900),
        )
        for end in ("os", "as")
    },
    "it": {"cento": 100, "duecento": 200, "trecento": 300, "quattrocento": 400, "cinquecento": 500, "seicento": 600,
           "settecento": 700, "ottocento": 800, "novecento": 900, "duemila": 2000, "tremila": 3000, "quattromila": 4000,
           "cinquemila": 5000, "diecimila": 10_000, "ventimila": 20_000, "centomila": 100_000},
}  # fmt: skip
WORDS: dict[str, dict[str, int]] = {
    language: numbered(_UNITS[language], 0)
    | {word: 10 * tens for word, tens in numbered(_TENS[language], 2).items()}
    | _FURTHER.get(language, {})
    for language in _UNITS
}
"""The value of each number word below a thousand, by language."""

SCALES: dict[str, dict[str, int]] = {
    "en": {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "millions": 1_000_000, "billion": 10**9, "lakh": 100_000, "crore": 10**7,
           "m": 1_000_000, "k": 1_000},
    "es": {"mil": 1_000, "millón": 1_000_000, "millones": 1_000_000, "millon": 1_000_000},
    "fr": {"cent": 100, "cents": 100, "mille": 1_000, "million": 1_000_000, "millions": 1_000_000, "milliard": 10**9, "milliards": 10**9},
    "de": {"hundert": 100, "tausend": 1_000, "million": 1_000_000, "millionen": 1_000_000, "mio": 1_000_000, "milliarde": 10**9, "milliarden": 10**9, "tsd": 1_000},
    "pt": {"mil": 1_000, "milhão": 1_000_000, "milhões": 1_000_000},
    "it": {"mila": 1_000, "mille": 1_000, "milione": 1_000_000, "milioni": 1_000_000, "miliardo": 10**9, "miliardi": 10**9},
}  # fmt: skip
"""Words that multiply the number before them."""

JOINS = {"en": {"and"}, "es": {"y"}, "fr": {"et"}, "de": {"und"}, "pt": {"e"}, "it": {"e"}}
"""Words inside a number: two hundred and fifty."""

_VAGUE = {
    "en": "dozens=24 hundreds=200 thousands=2000 millions=2000000",
    "es": "decenas=20 docenas=24 cientos=200 centenares=200 miles=2000 millares=2000 millones=2000000",
    "fr": "dizaines=20 douzaines=24 centaines=200 milliers=2000 millions=2000000",
    "de": "dutzende=24 dutzenden=24 hunderte=200 hunderten=200 hunderter=200 tausende=2000 tausenden=2000 zehntausende=20000 zehntausenden=20000 hunderttausende=200000 millionen=2000000",
    "pt": "dezenas=20 dúzias=24 centenas=200 milhares=2000 milhões=2000000",
    "it": "decine=20 dozzine=24 centinaia=200 migliaia=2000 milioni=2000000",
}
_ROUND = {
    "en": "dozen=12 hundred=100 thousand=1000",
    "es": "docena=12 decena=10 quincena=15 veintena=20 treintena=30 cincuentena=50 centenar=100 millar=1000",
    "fr": "dizaine=10 douzaine=12 quinzaine=15 vingtaine=20 trentaine=30 quarantaine=40 cinquantaine=50 soixantaine=60 centaine=100 millier=1000",
    "de": "dutzend=12 hundert=100 tausend=1000",
    "pt": "dezena=10 dúzia=12 quinzena=15 vintena=20 centena=100 milhar=1000",
    "it": "decina=10 dozzina=12 quindicina=15 ventina=20 trentina=30 quarantina=40 cinquantina=50 sessantina=60 centinaio=100 migliaio=1000",
}


def _values(text: str) -> dict[str, int]:
    return {word: int(number) for word, _, number in (pair.partition("=") for pair in text.split())}


VAGUE = {language: _values(text) for language, text in _VAGUE.items()}
"""Words for an unknown number, with the least it can be: dozens are at least two dozen."""
ROUND = {language: _values(text) for language, text in _ROUND.items()}
"""Words for about a number, after an article: a dozen."""

AT_LEAST, ABOUT, UP_TO = "at least", "about", "up to"

_BOUNDS = {
    "en": {
        AT_LEAST: "at least/more than/over/no fewer than/not less than/no less than/a minimum of/upwards of/in excess of/well over",
        ABOUT: "about/around/some/nearly/almost/approximately/roughly/an estimated/estimated/close to/just under/just over/more or less/approx/an approximate",
        UP_TO: "up to/as many as/fewer than/less than/under/at most/as much as",
    },
    "es": {
        AT_LEAST: "al menos/más de/mas de/por lo menos/como mínimo/no menos de",
        ABOUT: "unos/unas/cerca de/alrededor de/aproximadamente/casi/en torno a/poco más de",
        UP_TO: "hasta/menos de/como máximo",
    },
    "fr": {
        AT_LEAST: "au moins/plus de/plus d/au minimum/pas moins de",
        ABOUT: "environ/près de/quelque/quelques/presque/approximativement/autour de/à peu près",
        UP_TO: "jusqu'à/jusqu’à/moins de/au plus/au maximum",
    },
    "de": {
        AT_LEAST: "mindestens/mehr als/über/wenigstens/nicht weniger als/zumindest",
        ABOUT: "etwa/rund/ungefähr/circa/ca/knapp/fast/gut/nahezu/schätzungsweise/um die",
        UP_TO: "bis zu/höchstens/weniger als/maximal/unter",
    },
    "pt": {
        AT_LEAST: "pelo menos/ao menos/mais de/no mínimo/não menos de",
        ABOUT: "cerca de/aproximadamente/quase/perto de/em torno de/uns/umas/por volta de",
        UP_TO: "até/menos de/no máximo",
    },
    "it": {
        AT_LEAST: "almeno/più di/oltre/non meno di",
        ABOUT: "circa/quasi/intorno a/attorno a/all incirca",
        UP_TO: "fino a/meno di/al massimo",
    },
}
BOUNDS: dict[str, list[tuple[tuple[str, ...], str]]] = {
    language: sorted(
        (
            (tuple(phrase.replace("'", " ").replace("’", " ").split()), bound)
            for bound, phrases in bounds.items()
            for phrase in phrases.split("/")
        ),
        key=lambda pair: -len(pair[0]),
    )
    for language, bounds in _BOUNDS.items()
}
"""Phrases before a number as words, the longest first, with the bound they mean."""

RANGES = {
    "en": {"to", "and", "or"},
    "es": {"y", "a", "o"},
    "fr": {"et", "à", "ou"},
    "de": {"und", "bis", "oder"},
    "pt": {"e", "a", "ou"},
    "it": {"e", "a", "o"},
}
"""Words between the ends of a range."""
BETWEEN = {
    "en": {"between", "from"},
    "es": {"entre", "de"},
    "fr": {"entre", "de"},
    "de": {"zwischen", "von"},
    "pt": {"entre", "de"},
    "it": {"tra", "fra", "da"},
}
"""Words before a range."""
FROM = frozenset(("from", "de", "von", "da"))
"""Words before the number that was true earlier: from 40 to 52."""
