"""Abbreviations that end in a full stop, in the languages of the web; it reads no text."""

# ruff: noqa: RUF001 - words in other alphabets are meant

from __future__ import annotations

from tidings.read.dates.month_names import MONTHS

_TITLES = """
    adm atty brig capt cmdr cnel col comdr cpl cpt dep det dipl dott dr dra drs exma exmo frl gen gob gov gral
    hon hr hrn ing insp lic lt maj messrs mgr mlle mme mmes mons mr mrs ms msgr mt mtro ofc pres prof profa rep
    reps rev rvd sen sens sgt sig sr sra sres srs srta st sta ste supt tte vda
    акад ген им инж кап полк проф св ул
"""
_WORDS = "col dep det gen hon hr maj mons mt rep rev sen sens sta"
_ABBREVIATIONS = """
    abb abt anm approx asst ave avda bldg bspw bzgl bzw ca cca cf cfr cia cía corp dept dgl dist env esq etc evtl
    excl gegr geb gest ggf hab hrsg hwy ibid inc incl inkl insb int jh jhd jr kap lbs ltd ltda mill mind mio mrd
    nat núm núms pág págs párr pct pgs prov pte pvt resp sog sq std str tel tlf tsd urb usf usw vgl vs zit zzgl
    вв гг др обл пос пр руб стр тыс тел чел
    godz itd itp mld np tys tzn tzw ul
    bkz cad sok vb vd
    dll dst jl tsb
"""
_NUMBERED = """
    abs art av bd bn cap ch co fig figs ft ha km max mi mil min no nos nr op p par pp ref sec sek st vol vols
    г млн млрд рис табл
"""
_SHORT_MONTH = 5
"""Letters of the longest short form of a month."""

TITLES = frozenset(_TITLES.split())
"""Words before a name, which never end a sentence."""
CAPITALISED_TITLES = frozenset(_WORDS.split())
"""Titles that are other words in lower case."""
ABBREVIATIONS = frozenset(_ABBREVIATIONS.split())
"""Words that are cut short; a sentence may end with one, and the next word decides."""
NUMBERED = frozenset(_NUMBERED.split()) | {name for name in MONTHS if len(name) <= _SHORT_MONTH}
"""Words that are cut short only beside a number; elsewhere they are words of their own."""
