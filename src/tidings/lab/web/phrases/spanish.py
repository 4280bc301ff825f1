"""The Spanish phrases: fewer than the English ones, used by a few sites."""

from __future__ import annotations

from tidings.lab.web.phrases.grammar import Language, Topic

_FLOOD = Topic(
    "inundaciones",
    ("Inundaciones en {place}: los muertos suben a {dead}", "Riada en {town}: buscan a los desaparecidos", "Por qué la alerta llegó tarde", "El río {river} se desborda", "El barro cubre {town2}"),
    (
        "La lluvia torrencial convirtió en ríos las calles de {place}.",
        "El {river} creció más de {small} metros durante la noche y se desbordó cerca de {town}.",
        "Al menos {dead} personas murieron en las inundaciones, según el gobierno de {region}.",
        "Los equipos de rescate sacaron en barca a {injured} vecinos de los tejados.",
        "En {town2} el agua llegó al primer piso de las casas.",
        "Había aviso rojo por lluvia, pero las sirenas no sonaron.",
        "La corriente se llevó dos puentes.",
        "Los voluntarios sacan barro de sótanos y cocinas.",
        "La presa situada sobre {town} tuvo que soltar agua.",
        "Tras la riada, {big} hogares siguen sin agua potable.",
    ),
)  # fmt: skip
_WILDFIRE = Topic(
    "incendio",
    ("Incendio cerca de {place}: miles de evacuados", "Los bomberos luchan contra las llamas en {town}", "El humo cubre {town2}", "Cómo empezó el fuego de {place}", "Vuelta a las cenizas"),
    (
        "El incendio forestal empezó en {hills} y avanza hacia {place}.",
        "Las llamas han arrasado {big} hectáreas entre {town} y {town2}.",
        "Ardieron {injured} casas y murieron al menos {dead} personas.",
        "Los hidroaviones trabajaron hasta la noche.",
        "Un humo espeso llega hasta {town2}.",
        "La sequía y el viento avivan el fuego.",
        "Se ordenó evacuar varios barrios de {place}.",
        "Un rayo o una hoguera pudieron causar el incendio.",
        "Está prohibido hacer fuego en toda la región de {region}.",
        "Los bomberos abrieron cortafuegos con excavadoras.",
    ),
)  # fmt: skip
_RAIL = Topic(
    "accidente-tren",
    ("Accidente de tren cerca de {place}: {dead} muertos", "Chocan dos trenes antes de {town}", "Sospechas sobre una señal", "Hablan los supervivientes", "La línea de {town2} sigue cerrada"),
    (
        "Un tren de pasajeros procedente de {place} chocó con un mercancías cerca de {town}.",
        "{dead} pasajeros murieron y {injured} resultaron heridos en el accidente.",
        "Tres vagones descarrilaron y cayeron hacia el {river}.",
        "Los investigadores sospechan de un fallo de la señal de {town2}.",
        "La caja negra de la locomotora ya se está leyendo.",
        "La línea tiene vía única durante {small} kilómetros.",
        "Los rescatadores cortaron el primer vagón para sacar a los heridos.",
        "Autobuses sustituyen a los trenes entre {town} y {town2}.",
        "Los sindicatos ferroviarios habían avisado del estado de la vía.",
        "Varias grúas levantan los vagones volcados.",
    ),
)  # fmt: skip
_PROTEST = Topic(
    "protestas",
    ("Miles de personas protestan en {place}", "La policía usa cañones de agua", "La oposición pide nuevas elecciones", "Huelga de estudiantes en {town}", "Qué piden los manifestantes de {place}"),
    (
        "Decenas de miles de manifestantes llenaron la plaza mayor de {place}.",
        "Las protestas empezaron tras las disputadas elecciones.",
        "La policía lanzó gas lacrimógeno y usó cañones de agua.",
        "Al menos {injured} personas fueron detenidas y {dead} heridas de gravedad.",
        "La oposición denuncia fraude en las mesas de {town}.",
        "Los observadores hablaron de papeletas desaparecidas.",
        "Los estudiantes de {town2} se unieron a la marcha.",
        "Una huelga general cerró mercados y autobuses en {place}.",
        "Los antidisturbios bloquearon los puentes sobre el {river}.",
        "Los manifestantes exigen nuevas elecciones y la libertad de los detenidos.",
    ),
)  # fmt: skip
_EXPLOSION = Topic(
    "explosion",
    ("Explosión en el puerto de {place}: {dead} muertos", "La onda rompe ventanas en {town}", "Arde un depósito químico", "¿Qué había en el almacén?", "La nube avanza hacia {town2}"),
    (
        "Una explosión destruyó un depósito químico en el puerto de {place}.",
        "{dead} estibadores murieron y {injured} personas resultaron heridas.",
        "La explosión se oyó a {big} kilómetros.",
        "Una nube de humo negro avanzó hacia {town}.",
        "Los vecinos de {town2} deben cerrar puertas y ventanas.",
        "Los inspectores habían criticado el almacenamiento de nitrato de amonio.",
        "Los bomberos enfriaron los tanques vecinos durante {hours} horas.",
        "Los buzos buscan desaparecidos en la dársena.",
        "Unos trabajos de soldadura pudieron causar la explosión.",
        "La fiscalía incautó documentos de la empresa en {place}.",
    ),
)  # fmt: skip
_DAILY = Topic(
    "actualidad",
    ("El pleno de {place} aprueba el presupuesto", "Un tranvía para {town}", "Se abre el festival de {place}", "{place} gana en el descuento", "Suben los alquileres en {town2}", "El hospital de {place} busca personal"),
    (
        "El pleno de {place} votó a favor tras un largo debate.",
        "{mayor} quiere cerrar el centro a los coches los fines de semana.",
        "El tranvía a {town} costará más de lo previsto.",
        "El equipo de {town2} ganó por dos goles.",
        "El festival recibió {big} visitantes el primer día.",
        "Los comerciantes de {place} esperan una buena temporada.",
        "La escuela de {town2} tendrá un tejado nuevo.",
        "Los alquileres subieron un {small} por ciento en un año.",
        "El museo muestra fotografías antiguas de {region}.",
        "El tribunal absolvió al acusado de uno de los cargos.",
        "El hospital contratará a {small} enfermeros.",
        "La propuesta se votará el {weekday}.",
    ),
)  # fmt: skip

SPANISH = Language(
    topics={
        "flood": _FLOOD, "wildfire": _WILDFIRE, "rail": _RAIL, "protest": _PROTEST, "explosion": _EXPLOSION,
        "football": _DAILY, "festival": _DAILY, "council": _DAILY, "economy": _DAILY, "court": _DAILY, "health": _DAILY,
    },
    common=(
        "«Nunca habíamos visto algo así», dijo {witness}, de {town}.",
        "{mayor}, al frente del ayuntamiento de {place}, dio el pésame a las familias.",
        "{minister}, titular de Interior, viajó a {place} y prometió ayuda rápida.",
        "{chief}, que dirige la emergencia, espera una noche difícil.",
        "Se han decretado tres días de luto en el país, {country}.",
        "La fiscalía de {place} investiga las causas.",
        "{agency} envió tiendas, alimentos y medicinas.",
        "Ya en {past} una desgracia parecida golpeó la región.",
        "Los hospitales de {place} llamaron a su personal de vacaciones.",
        "«Alguien tiene que explicar por qué nadie nos avisó», dijo {witness2}.",
        "Países vecinos ofrecieron ayuda, entre ellos especialistas de {elsewhere}.",
        "La policía pide dejar libres las carreteras hacia {town}.",
    ),
    months=("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
    date_forms=("{day} de {month} de {year}", "{day:02}/{number}/{year}"),
    words={
        "home": "Portada", "world": "Mundo", "local": "Local", "politics": "Política", "sport": "Deportes", "culture": "Cultura", "business": "Economía",
        "archive": "Hemeroteca", "about": "Quiénes somos", "contact": "Contacto", "weather": "El tiempo", "calendar": "Agenda", "related": "Noticias relacionadas",
        "latest": "Última hora", "read": "Lo más leído", "elsewhere": "En otros medios", "tags": "Temas", "share": "Compartir", "comments": "Comentarios",
        "cookies": "Nosotros y nuestros socios usamos cookies para el funcionamiento del sitio, medir la audiencia y mostrar publicidad.",
        "accept": "Aceptar todo", "advert": "Publicidad", "by": "Por", "published": "Publicado el", "rights": "Todos los derechos reservados.", "next": "Página siguiente",
        "previous": "Artículo anterior", "following": "Artículo siguiente", "today": "Hoy", "print": "Imprimir", "more": "Seguir leyendo",
    },
    countries={
        "Spain": "España", "Belgium": "Bélgica", "Canada": "Canadá", "Greece": "Grecia", "Italy": "Italia", "United Kingdom": "Reino Unido",
        "Netherlands": "Países Bajos", "France": "Francia", "Germany": "Alemania", "Poland": "Polonia", "Turkey": "Turquía", "Slovenia": "Eslovenia",
        "South Africa": "Sudáfrica", "Ireland": "Irlanda", "Japan": "Japón", "United States": "Estados Unidos", "Kenya": "Kenia",
    },
)  # fmt: skip
