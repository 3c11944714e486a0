import { describe, expect, it } from 'vitest'
import { ItemKind } from '#features/evaluation/rules/enums.ts'
import { Desk, isFilled, type Stored, type Told } from './desk.ts'
import { EMPTY, isJudged, type Place } from './sheet-rules.ts'

const SCORING = ItemKind.values.scoring
const ITEMS = ['i1', 'i2', 'i3'].map((itemId) => ({ itemId, name: itemId, fullMark: '10' }))
const at = (second: number) => `2026-11-21T06:00:${String(second).padStart(2, '0')}.000Z`

/** What the server holds, and the desk of a member who fills it in; every save takes the next second. */
function work() {
  const stored = new Map<string, Map<string, Stored>>(['a', 'b', 'c'].map((id) => [id, new Map<string, Stored>()]))
  let second = 0
  let asked = 0
  /** A mark that is on the server, from this desk or from another window. */
  const put = (bidderId: string, itemId: string, score: string | null) => {
    const savedAt = at(++second)
    stored.get(bidderId)!.set(itemId, { itemId, score, passed: null, reason: '', savedAt })
    return savedAt
  }
  const desk = new Desk(SCORING, async (bidderId, edits) => {
    let savedAt = ''
    for (const { key, value } of edits) savedAt = put(bidderId, key, value.score)
    return { savedAt }
  })
  const say = (bidderId: string | null): Told => ({
    bidders: [...stored].map(([id, marks]) => ({
      bidderId: id,
      filled: [...marks.values()].filter(isFilled).length,
      savedAt:
        [...marks.values()]
          .map((m) => m.savedAt)
          .toSorted()
          .at(-1) ?? null,
      scores: bidderId === null || bidderId === id ? [...marks.values()] : null,
    })),
  })
  const hear = (told: Told) => desk.hear(told, ++asked)
  const judged = (place: Place) =>
    desk.touched(place)
      ? isJudged(
          SCORING,
          ITEMS.find((item) => item.itemId === place.itemId)!,
          desk.cell(place),
        )
      : isFilled(desk.stored(place))
  const filled = (bidderId: string) => desk.filled(bidderId, judged)
  const type = (bidderId: string, i: number, text: string) =>
    desk.write({ bidderId, item: ITEMS[i]! }, { ...EMPTY, text })
  return { desk, put, say, hear, filled, type }
}

describe('marks come one bid at a time', () => {
  it('knows the marks it was given and leaves the others to the server', () => {
    const { desk, put, say, hear, filled } = work()
    put('a', 'i1', '8')
    put('b', 'i1', '7')
    hear(say('a'))
    expect([desk.knows('a'), desk.knows('b')]).toEqual([true, false])
    expect(desk.cell({ bidderId: 'a', itemId: 'i1' }).text).toBe('8')
    expect([filled('a'), filled('b')]).toEqual([1, null])
    hear(say('b'))
    expect(filled('b')).toBe(1)
    expect(desk.cell({ bidderId: 'a', itemId: 'i1' }).text).toBe('8')
  })

  it('counts a mark once: before it is saved, while it is, and when an answer about another bid counts it too', async () => {
    const { desk, say, hear, filled, type } = work()
    hear(say('a'))
    type('a', 0, '5')
    type('a', 1, '12')
    expect(filled('a')).toBe(1)
    const saved = desk.queue.flush()
    expect(filled('a')).toBe(1)
    await saved
    expect(filled('a')).toBe(1)
    hear(say('b'))
    expect(filled('a')).toBe(1)
    hear(say('a'))
    expect(filled('a')).toBe(1)
    type('a', 0, '')
    await desk.queue.flush()
    expect(filled('a')).toBe(0)
  })

  it('asks the server where a bid was filled in elsewhere, until its marks are fetched again', () => {
    const { put, say, hear, filled, desk } = work()
    hear(say('a'))
    put('a', 'i2', '4')
    expect(filled('a')).toBe(0)
    hear(say('b'))
    expect(filled('a')).toBeNull()
    hear(say('a'))
    expect(filled('a')).toBe(1)
    expect(desk.cell({ bidderId: 'a', itemId: 'i2' }).text).toBe('4')
  })

  it('is not set back by an old answer from the cache', () => {
    const { put, say, hear, desk } = work()
    const old = say('a')
    hear(old)
    put('a', 'i1', '9')
    const fresh = hear(say('a'))
    expect(desk.hear(old, 1)).toBe(fresh)
    expect(desk.cell({ bidderId: 'a', itemId: 'i1' }).text).toBe('9')
  })
})
