"""Moments are said in the zone and the language of who reads, whoever read before."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from partidas.templatetags.tiempo import hace

MOMENTO = datetime(2025, 11, 30, 2, 30, tzinfo=UTC)


def test_un_mismo_momento_se_dice_a_la_hora_y_en_la_lengua_de_quien_lee():
    dichos = []
    for zona, idioma in [("Europe/Madrid", "es"), ("America/Bogota", "es"), ("America/Bogota", "en")]:
        with timezone.override(ZoneInfo(zona)), translation.override(idioma):
            dichos.append(
                re.fullmatch(r'<time datetime="([^"]*)" title="([^"]*)">([^<]*)</time>', hace(MOMENTO)).groups()
            )

    cuando = "2025-11-30T02:30:00+00:00"
    assert dichos == [
        (cuando, "30 de noviembre de 2025 a las 03:30", "30 de noviembre de 2025"),
        (cuando, "29 de noviembre de 2025 a las 21:30", "29 de noviembre de 2025"),
        (cuando, "Nov. 29, 2025, 9:30 p.m.", "Nov. 29, 2025"),
    ]
