import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { draw } from '#contract/draw.ts'
import { type Called, type Drawn, planCalls } from './calling.ts'
import { drawParts, entropyOf, orderHash, poolHash, rowsDrawn, tokenOf } from './draw.ts'
import { type Candidate, exclusionOf, meets } from './eligible.ts'
import { EXTRACTION_STATUS, REPLY_STATUS, type ReplyFacts } from './extraction-status.ts'
import { codeProblem, INITIAL_MAJORS, isWithin, majorPath, mergeMajors } from './majors.ts'
import { levelOf, qualificationGaps, TITLES } from './titles.ts'

const hex = (n: number) => n.toString(16).padStart(64, '0')
const tokens = (n: number) => Array.from({ length: n }, (_, i) => tokenOf(hex(7), `expert-${i}`))

describe('the draw', () => {
  it('changes with seed, pool and condition, and not with how the pool is read', () => {
    const pool = tokens(30)
    const order = (seed: string, row = { rowNo: 1, tokens: pool }) =>
      rowsDrawn([row], draw(seed, drawParts([row])))[0]!.tokens
    const base = order(hex(1))
    expect(base.toSorted()).toEqual(pool.toSorted())
    expect(order(hex(1), { rowNo: 1, tokens: pool.toReversed() })).toEqual(base)
    expect(order(hex(9))).not.toEqual(base)
    expect(order(hex(1), { rowNo: 2, tokens: pool })).not.toEqual(base)
    const hash = poolHash([{ rowNo: 1, tokens: pool }])
    expect(poolHash([{ rowNo: 1, tokens: pool.toReversed() }])).toBe(hash)
    expect(poolHash([{ rowNo: 1, tokens: pool.slice(1) }])).not.toBe(hash)
    expect(entropyOf({ nonce: hex(2), poolHash: hash })).not.toBe(entropyOf({ nonce: hex(3), poolHash: hash }))
    expect(orderHash([{ rowNo: 1, tokens: base }])).not.toBe(orderHash([{ rowNo: 1, tokens: pool }]))
  })
})

const person = fc.record({
  name: fc.constantFrom('甲', '乙', '丙', '丁'),
  mobile: fc.constantFrom('13900000001', '13900000002'),
  employer: fc.constantFrom('甲医院', '乙 公司', '丙（集团）公司', ''),
  code: fc.constantFrom('', 'A', 'B', 'C'),
  onLeave: fc.boolean(),
  recent: fc.boolean(),
  called: fc.boolean(),
})
const candidate = (p: Partial<Candidate> & { code?: string } = {}): Candidate => ({
  expertId: 'e',
  userId: 'u',
  name: '甲',
  mobile: '13900000001',
  kind: 'technical',
  majors: ['B0102'],
  region: '320000',
  title: '高级工程师',
  employer: '某大学',
  codes: p.code ? [p.code] : [],
  onLeave: false,
  recent: false,
  called: false,
  ...p,
})
const NONE = { buyers: [], bidders: [], units: [], people: [], withoutRecent: false }

describe('avoidance', () => {
  it('lets nobody through who is named, employed by a party, away or called', () => {
    const unit = fc.record({
      name: fc.constantFrom('甲医院', '乙公司', '丙(集团)公司'),
      code: fc.constantFrom('', 'A', 'B'),
    })
    const terms = fc.record({
      buyers: fc.array(unit, { maxLength: 2 }),
      bidders: fc.array(unit, { maxLength: 2 }),
      units: fc.array(unit, { maxLength: 2 }),
      people: fc.array(fc.record({ name: fc.constantFrom('甲', '乙'), mobile: fc.constantFrom('', '13900000002') })),
      withoutRecent: fc.boolean(),
    })
    fc.assert(
      fc.property(person, terms, ({ code, ...p }, avoidance) => {
        const one = candidate({ ...p, codes: code ? [code] : [] })
        const bare = (name: string) => name.replaceAll(' ', '').replace('（', '(').replace('）', ')')
        const tied = [...avoidance.buyers, ...avoidance.bidders, ...avoidance.units].some(
          (u) => (u.code !== '' && u.code === code) || (p.employer !== '' && bare(u.name) === bare(p.employer)),
        )
        const named = avoidance.people.some((n) => n.name === p.name && (n.mobile === '' || n.mobile === p.mobile))
        const barred = tied || named || p.onLeave || p.called || (avoidance.withoutRecent && p.recent)
        expect(exclusionOf(one, avoidance) !== null).toBe(barred)
      }),
      { numRuns: 500 },
    )
  })

  it('finds an employee of a party whatever employer is filled in', () => {
    const one = candidate({ employer: '某大学', codes: ['91320000123456789A', 'CODE'] })
    expect(exclusionOf(one, { ...NONE, bidders: [{ name: '某公司', code: 'CODE' }] })).toBe('bidder')
  })

  it('matches majors by tree, region, level and kind', () => {
    const wanted = { kind: null, majors: ['B01'], region: '', level: 2, number: 1 } as const
    expect(meets(wanted, candidate())).toBe(true)
    expect(meets({ ...wanted, majors: ['B02'] }, candidate())).toBe(false)
    expect(meets({ ...wanted, level: 1 }, candidate())).toBe(false)
    expect(meets(wanted, candidate({ title: '' }))).toBe(false)
    expect(meets({ ...wanted, region: '330000' }, candidate())).toBe(false)
    expect(meets({ ...wanted, kind: 'economic' }, candidate())).toBe(false)
  })
})

describe('calling', () => {
  const pool = (employers: string[]): Drawn[] =>
    employers.map((employer, i) => ({ rowNo: 1, rank: i + 1, userId: `u${i}`, employer }))

  it('calls in order, replaces who does not come, and says when nobody is left', () => {
    const drawn = pool(['a', 'b', 'c'])
    const rows = [{ rowNo: 1, number: 2 }]
    expect(planCalls(rows, drawn, { called: [], oneEach: false }).next.map((d) => d.userId)).toEqual(['u0', 'u1'])
    const called: Called[] = [
      { rowNo: 1, userId: 'u0', employer: 'a', reply: 2 },
      { rowNo: 1, userId: 'u1', employer: 'b', reply: 1 },
    ]
    expect(planCalls(rows, drawn, { called, oneEach: false }).next.map((d) => d.userId)).toEqual(['u2'])
    const last: Called = { rowNo: 1, userId: 'u2', employer: 'c', reply: 3 }
    expect(planCalls(rows, drawn, { called: [...called, last], oneEach: false })).toEqual({
      next: [],
      short: [{ rowNo: 1, missing: 1 }],
      isFilled: false,
    })
    expect(planCalls(rows, drawn, { called: [...called, { ...last, reply: 1 }], oneEach: false }).isFilled).toBe(true)
  })

  it('never asks anybody twice, in whatever conditions, nor two of one employer where one is wanted', () => {
    const drawn = fc.array(
      fc.record({
        rowNo: fc.constantFrom(1, 2),
        user: fc.integer({ min: 0, max: 9 }),
        employer: fc.constantFrom('', 'a', 'b', 'c'),
      }),
      { maxLength: 20 },
    )
    const replies = fc.array(fc.constantFrom(1, 2, 3), { minLength: 60, maxLength: 60 })
    fc.assert(
      fc.property(drawn, replies, fc.boolean(), (list, answers, oneEach) => {
        // One person has one employer, and stands once in a condition.
        const employerOf = new Map(list.map((d) => [d.user, d.employer]))
        const unique = [...new Map(list.map((d) => [`${d.rowNo}:${d.user}`, d])).values()]
        const order = unique.map((d, i) => ({
          rowNo: d.rowNo,
          rank: i,
          userId: `u${d.user}`,
          employer: employerOf.get(d.user)!,
        }))
        const called: Called[] = []
        for (let round = 0; round < 30; round++) {
          const plan = planCalls(
            [
              { rowNo: 1, number: 2 },
              { rowNo: 2, number: 2 },
            ],
            order,
            { called, oneEach },
          )
          if (plan.next.length === 0) break
          for (const { rowNo, userId, employer } of plan.next)
            called.push({ rowNo, userId, employer, reply: answers[called.length] as 1 })
        }
        expect(new Set(called.map((c) => c.userId)).size).toBe(called.length)
        for (const rowNo of [1, 2])
          expect(called.filter((c) => c.rowNo === rowNo && c.reply === 1).length).toBeLessThanOrEqual(2)
        const coming = called.filter((c) => c.reply === 1 && c.employer !== '').map((c) => c.employer)
        expect(oneEach && new Set(coming).size < coming.length).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

describe('states', () => {
  const facts: ReplyFacts = {
    status: 0,
    extraction: 1,
    due: 100,
    reviewAt: 200,
    isOffline: false,
    isUnderReview: false,
  }
  test('only the expert answers, and only in time', () => {
    expect(REPLY_STATUS.next('accept', { record: facts, who: 'expert', now: 99 })).toBe(1)
    expect(() => REPLY_STATUS.next('accept', { record: facts, who: 'expert', now: 100 })).toThrow('回复截止时间')
    expect(() => REPLY_STATUS.next('accept', { record: facts, who: 'owner', now: 1 })).toThrow('内容不存在')
    const offline = { ...facts, isOffline: true }
    expect(REPLY_STATUS.next('refuse', { record: offline, who: 'owner', now: 1 })).toBe(2)
    const accepted = { ...facts, status: 1 as const, extraction: 2 as const }
    expect(REPLY_STATUS.next('withdraw', { record: accepted, who: 'expert', now: 150 })).toBe(2)
    expect(() => REPLY_STATUS.next('withdraw', { record: accepted, who: 'expert', now: 200 })).toThrow('评审时间已到')
  })
  test('nothing is drawn twice', () => {
    const drawn = { status: 1 as const, isManual: false, reviewAt: 10, isCompleted: false }
    expect(() => EXTRACTION_STATUS.next('draw', { record: drawn, who: 'owner', now: 1 })).toThrow('当前状态')
    expect(EXTRACTION_STATUS.allowed(drawn, 'owner', 1).map((a) => a.action)).toEqual(['giveUp'])
  })
})

describe('classification and titles', () => {
  test('there are 21 titles, each once, seven at each level', () => {
    expect(TITLES).toHaveLength(21)
    expect(new Set(TITLES.map((t) => t.name)).size).toBe(21)
    expect([1, 2, 3].map((level) => TITLES.filter((t) => t.level === level).length)).toEqual([7, 7, 7])
    expect(levelOf('高级工程师')).toBe(2)
    expect(qualificationGaps({ title: '教授', since: 2010 }, 2026)).toEqual([])
    expect(qualificationGaps({ title: '讲师', since: 2020 }, 2026)).toHaveLength(2)
  })
  test('every initial major has its parent, and names are unique among siblings', () => {
    const codes = new Set(INITIAL_MAJORS.map((m) => m.code))
    for (const major of INITIAL_MAJORS) expect(codeProblem(major.code, codes)).toBeNull()
    const names = INITIAL_MAJORS.map((m) => `${m.parent}/${m.name}`)
    expect(new Set(names).size).toBe(names.length)
  })
  test('own rows replace and add', () => {
    const merged = mergeMajors([
      { code: 'B0102', parent: 'B01', name: '影像设备', isEnabled: true },
      { code: 'D', parent: null, name: '其他', isEnabled: true },
    ])
    const byCode = new Map(merged.map((m) => [m.code, m]))
    expect(majorPath('B0102', byCode)).toBe('货物 / 医疗设备与器械 / 影像设备')
    expect(byCode.has('D')).toBe(true)
    expect(codeProblem('D0101', new Set(byCode.keys()))).toBe('上级 D01 不存在')
    expect(codeProblem('d1', new Set())).toContain('编码')
    expect(isWithin('B0102', 'B01')).toBe(true)
  })
})
