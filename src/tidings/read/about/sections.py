"""The names of sections that newspapers have in their menus, in many languages; it reads no page."""

# ruff: noqa: RUF001 - words in other alphabets are meant

from __future__ import annotations

_NAMES = """
    world/politics/sports/sport/business/opinion/local/local news/crime/weather/obituaries/entertainment/lifestyle/national/
    editorials/letters/culture/economy/international/health/science/technology/classifieds/nation/state/region/money/travel/
    arts/markets/breaking news/top stories/latest news/e-edition/traffic/elections/education/environment/
    politik/wirtschaft/sport/kultur/panorama/regional/lokales/meinung/wissen/ausland/inland/feuilleton/wissenschaft/netzwelt/
    gesellschaft/unterhaltung/polizei/schlagzeilen/
    politique/économie/monde/société/sports/culture/idées/régions/faits divers/opinions/planète/sciences/santé/météo/
    à la une/international/france/débats/
    política/economía/deportes/mundo/sociedad/opinión/cultura/internacional/nacional/sucesos/espectáculos/regiones/
    ciudad/policiales/justicia/salud/tecnología/última hora/portada/clima/
    política/economia/esportes/desporto/mundo/brasil/país/sociedade/opinião/cidades/polícia/entretenimento/saúde/cultura/
    politica/economia/esteri/cronaca/sport/spettacoli/cultura/mondo/italia/tecnologia/salute/ambiente/opinioni/
    politiek/binnenland/buitenland/economie/cultuur/regio/opinie/
    inrikes/utrikes/ekonomi/kultur/nyheter/åsikter/innenriks/utenriks/meninger/indland/udland/kotimaa/ulkomaat/talous/urheilu/
    kraj/świat/polityka/gospodarka/sport/kultura/opinie/domácí/zahraniční/ekonomika/belföld/külföld/gazdaság/
    politică/economie/externe/actualitate/
    политика/экономика/общество/мир/спорт/культура/происшествия/мнения/наука/політика/економіка/світ/
    gündem/dünya/ekonomi/spor/siyaset/yaşam/magazin/sağlık/eğitim/
    πολιτική/οικονομία/κόσμος/ελλάδα/κοινωνία/αθλητικά/
    سياسة/اقتصاد/رياضة/ثقافة/العالم/محليات/منوعات/آراء/
    राजनीति/खेल/दुनिया/देश/मनोरंजन/व्यापार/
    政治/经济/国际/国内/社会/体育/财经/文化/娱乐/国際/経済/スポーツ/社会/地域/정치/경제/사회/국제/스포츠/문화/
    nasional/internasional/ekonomi/olahraga/hiburan/megapolitan/daerah/thời sự/thế giới/kinh doanh/thể thao/pháp luật/
    การเมือง/เศรษฐกิจ/กีฬา/ต่างประเทศ/บันเทิง
"""
SECTIONS = frozenset(name.strip() for name in _NAMES.split("/"))
