"""The names of the months in the languages of the web; it reads no text."""

# ruff: noqa: RUF001 - names in other alphabets are meant

from __future__ import annotations

MONTH_NAMES = {
    "en": "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec",
    "de": "januar/jänner/jan februar/feb märz/mrz april/apr mai juni/jun juli/jul august/aug september/sep/sept oktober/okt november/nov dezember/dez",
    "fr": "janvier/janv février/févr mars avril/avr mai juin juillet/juil août septembre/sept octobre/oct novembre/nov décembre/déc",
    "es": "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/setiembre/sept octubre/oct noviembre/nov diciembre/dic",
    "pt": "janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out novembro/nov dezembro/dez",
    "it": "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/sett ottobre/ott novembre/nov dicembre/dic",
    "nl": "januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sept oktober/okt november/nov december/dec",
    "pl": "styczeń/stycznia luty/lutego marzec/marca kwiecień/kwietnia maj/maja czerwiec/czerwca lipiec/lipca sierpień/sierpnia wrzesień/września październik/października listopad/listopada grudzień/grudnia",
    "ru": "января/янв февраля/фев марта/мар апреля/апр мая/май июня/июн июля/июл августа/авг сентября/сен октября/окт ноября/ноя декабря/дек",
    "tr": "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "id": "januari februari/pebruari maret april mei juni juli agustus/agu september oktober november/nopember desember/des",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "da": "januar februar marts/mars april maj/mai juni juli august september oktober november december/desember/des",
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "ro": "ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie noiembrie/noi decembrie",
    "cs": "ledna února března dubna května června července srpna září října listopadu prosince",
    "fi": "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
    "uk": "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "el": "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου/μαϊου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου",
    "he": "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
}
"""January to December by language, with short forms; Danish includes Norwegian."""

_VARIANTS = {"febr": 2, "fevrier": 2, "fév": 2, "mär": 3, "maerz": 3, "marco": 3, "januarie": 1, "aout": 8, "decembre": 12}  # fmt: skip
"""Spellings without accents and rare short forms; only safe next to a day and a year, as Marco is also a name."""


def numbered(names: str, first: int = 1) -> dict[str, int]:
    """Number the words of a list, starting at ``first``; words joined by a slash share a number."""
    return {
        name: number
        for number, group in enumerate(names.split(), first)
        for name in group.split("/")
    }


MONTHS = _VARIANTS | {
    name: month for names in MONTH_NAMES.values() for name, month in numbered(names).items()
}
"""The number of the month for each of its names, in any language."""
