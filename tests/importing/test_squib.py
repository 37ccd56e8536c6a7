"""Squib's `deck.rb`: read as data, never run."""

from __future__ import annotations

from pathlib import Path

from importing.imported import import_file
from importing.test_pictures import picture

TRIM = 3.175
ONLY = 'Heron "only" {{ x }} & <b>'


def baseline(size: float) -> float:
    return 0.83 * size * 25.4 / 72


DECK = """\
require 'squib'
data = { 'name' => %w(Otter Heron), 'cost' => [3, 12] }
WIDE = '69.85mm'
Squib::Deck.new(cards: data['name'].size, width: WIDE, height: 3.75 * 300, layout: 'look.yml') do
  background color: '#223344'
  rect layout: :frame, stroke_width: '1mm', angle: 0
  text str: data['name'], layout: 'title'
  text(str: data['cost'].map { |c| "$#{c}" },
       x: 'middle + 0.5in', y: inches(1), font: 'Serif Bold Italic 20')
  text str: 'Heron "only" {{ x }} & <b>', range: 1, x: 0, y: 900, width: :deck, align: :center
  png file: ["otter.png", nil], x: 300, y: 450
  circle x: 150, y: 150, radius: 30, fill_color: :burnt_orange
  %w(gull tern).each_with_index do |bird, at|
    text str: "#{bird} #{at + 1}", x: 300, y: 150 * at
  end
  Dir['*.png'].each do |file|
    png file: file
  end
  text str: "Made #{Time.now}", x: 5
  text str: 'turned', angle: Math::PI if data['cost'].max > 3
  save_pdf trim: '3.175mm'
end
"""
LOOK = """\
base: &based
  x: 100
  y: 0.5in
frame: &framed
  <<: *based
  x: += 12.5
  width: 600
  height: deck / 3
  radius: 10mm
title:
  extends: [base]
  width: 400
  font: Arial 10
  align: !ruby/symbol right
"""
BESIDE = {"look.yml": LOOK.encode(), "otter.png": picture("red")}


def test_shapes_and_texts_are_where_squib_draws_them(tmp_path: Path) -> None:
    made = import_file(tmp_path, "deck.rb", DECK, beside=BESIDE)
    assert made.size("deck") == (63.5, 88.9)
    assert made.words("Otter") == ["Otter", "$3", "gull 1", "tern 2", "turned"]
    assert made.words("Heron") == ["Heron", "$12", ONLY, "gull 1", "tern 2", "turned"]
    places = made.places("Otter")
    # Less the trim; the first baseline is 0.83 of the size below the top.
    assert places["Otter"][1] == round(12.7 - 3.175 + 0.83 * 10 * 25.4 / 72, 1)
    assert places["$3"] == (
        round(69.85 / 2 + 12.7 - 3.175, 1),
        round(25.4 - 3.175 + 0.83 * 20 * 25.4 / 72, 1),
    )
    layout = made.layout("deck.xml.j2")
    frame = '<rect x="6.35" y="9.525" width="50.8" height="31.75" rx="10" fill="none" stroke="black" '
    assert frame + 'stroke-width="1"/>' in layout
    assert (
        '{% if picture %}\n  <image href="{{ picture }}" x="22.225" y="34.925" width="1.693" height="1.693"'
        in layout
    )
    assert "fonts:\n  serif: source-serif" in (made.folder / "layouts/theme.yaml").read_text()
    assert "<b><i>{{ text }}</i></b>" in layout


def test_what_only_running_it_would_tell_is_listed_by_line(tmp_path: Path) -> None:
    made = import_file(tmp_path, "deck.rb", DECK, beside=BESIDE)
    assert [line.partition("deck.rb:")[2] for line in made.findings] == [
        "12:50: warning: the colour 'burnt_orange' is not known; black is taken; set it in the layout",
        "16:3: warning: a loop is not run; what is drawn there is left out; add it to the layout",
        "19:13: warning: `str` of `text` is computed; it is left out; set it in the layout",
        "20:30: warning: `angle` of `text` is computed; its default is taken; set it in the layout",
        "20:39: warning: the condition `if` is not read; write `{% if %}` in the layout",
    ]


def test_layouts_and_ranges_of_a_table(tmp_path: Path) -> None:
    script = """
cards = Squib.csv file: 'cards.csv', explode: 'Number'
Squib::Deck.new(cards: cards.nrows, layout: 'kinds.yml') do
  text str: cards.card_name, layout: cards['Kind'], x: 100
  text str: 'first', range: 0, x: 100, y: 900, color: cards['Ink']
  svg file: cards['Kind'].map { |kind| "art/#{kind}.svg" }, width: 100, height: :scale, y: 500
end
"""
    table = b"Card Name,Kind,Number,Ink\nOtter,beast,2,red\nHeron,bird,1,burnt orange\nOak,,1,\n"
    kinds = b"beast: {y: 300, font: Sans 8}\nbird: {y: 600, font: Sans 8}\n"
    beside = {
        "cards.csv": table,
        "kinds.yml": kinds,
        "art/bird.svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    }
    made = import_file(tmp_path, "deck.rb", script, beside=beside)
    assert [card.copies for card in made.cards().values()] == [2, 1, 1]
    otter, heron, oak = (made.places(name) for name in made.cards())
    x = round(100 * 25.4 / 300 - TRIM, 1)
    assert otter["Otter"] == (x, round(300 * 25.4 / 300 - TRIM + baseline(8), 1))
    assert heron["Heron"] == (x, round(600 * 25.4 / 300 - TRIM + baseline(8), 1))
    assert (list(otter), list(heron), list(oak)) == (["Otter", "first"], ["Heron"], [])
    assert (made.folder / "art/art/bird.svg").is_file()
    assert [line.partition("warning: ")[2].partition(";")[0] for line in made.findings] == [
        "825 × 1125 pixels are taken for poker cards with 1/8 in of bleed around",
        "numbers of cards count each copy there",
        "the colour 'burnt orange' is not known",
        "pictures that the table names are not beside the file: 'art/beast.svg'",
    ]


def test_a_table_in_the_script(tmp_path: Path) -> None:
    script = """
data = Squib.csv data: <<~TABLE
  Name,Qty
  "Knight, errant",3
  Orc,1
TABLE
Squib::Deck.new(cards: data['Name'].size, width: 600, height: 600) { text str: data['Name'], x: 50, y: 50 }
"""
    made = import_file(tmp_path, "deck.rb", script)
    assert {name: card.copies for name, card in made.cards().items()} == {"Knight, errant": 3, "Orc": 1}
    assert made.words("Orc") == ["Orc"]
    assert made.findings == []


def test_a_list_in_yaml_is_a_table(tmp_path: Path) -> None:
    script = """
birds = Squib.yaml file: 'birds.yml'
Squib::Deck.new cards: birds['name'].size, width: 600, height: 600 do
  text str: birds['name'], x: 50, y: 50
  text str: birds['eggs'], x: 50, y: 250, range: -1
end
"""
    birds = b"- {name: Gull, eggs: 3}\n- {name: Tern, eggs: 2, qty: 4}\n"
    made = import_file(tmp_path, "deck.rb", script, beside={"birds.yml": birds})
    assert {name: card.copies for name, card in made.cards().items()} == {"Gull": 1, "Tern": 4}
    assert (made.words("Gull"), made.words("Tern")) == (["Gull"], ["Tern", "2"])
    assert made.size("deck") == (50.8, 50.8)
