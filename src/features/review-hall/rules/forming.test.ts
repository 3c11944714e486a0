import { expect, test } from 'vitest'
import { type FormingFacts, formingSteps } from './forming.ts'

const NOTHING: FormingFacts = {
  mustDraw: true,
  direct: null,
  extraction: null,
  isOpened: false,
  isStarted: false,
  members: 0,
  planned: 5,
  declared: 0,
  problems: ['评标委员会现有 0 人，应为五人以上单数'],
  avoidance: '',
}
const DRAWN: FormingFacts['extraction'] = {
  status: 'extracting',
  wanted: 4,
  called: 5,
  accepted: 3,
  waiting: 1,
  declined: 1,
  isRevealed: false,
}
const said = (facts: Partial<FormingFacts>) =>
  formingSteps({ ...NOTHING, ...facts }).map((s) => `${s.key} ${s.state}${s.action ? ` ${s.action.at}` : ''}`)

test('every state names what is next and leads to it', () => {
  expect(said({})).toEqual(['draw now new-extraction', 'seat next choose', 'avoidance next', 'start next'])
  expect(said({ extraction: { ...DRAWN, status: 'draft' } })).toContain('draw now extraction')
  expect(said({ extraction: DRAWN })).toEqual([
    'draw done extraction',
    'call done',
    'reply now extraction',
    'replace next',
    'seat next choose',
    'avoidance next',
    'start next',
  ])
  expect(said({ extraction: { ...DRAWN, status: 'failed' } })).toContain('replace now extraction')
  const ended = { ...DRAWN, status: 'ended', accepted: 4, waiting: 0, isRevealed: true } as const
  expect(said({ extraction: ended, isOpened: true, members: 4 })).toContain('seat now choose')
  expect(said({ extraction: ended, isOpened: true, members: 5, problems: [] })).toContain('start now')
})

test('who has to avoid stands against the start, in words', () => {
  const steps = formingSteps({
    ...NOTHING,
    isOpened: true,
    members: 5,
    avoidance: '应当回避：甲',
    problems: ['应当回避：甲'],
  })
  expect(steps.find((s) => s.key === 'avoidance')).toMatchObject({ state: 'now', detail: '应当回避：甲' })
  expect(steps.find((s) => s.key === 'start')).toMatchObject({ state: 'next', detail: '应当回避：甲' })
})

test('a special project named by hand has no draw to wait for', () => {
  expect(said({ direct: '仅个别专家熟悉' })[0]).toBe('draw done')
  expect(said({ mustDraw: false, members: 5 })[0]).toBe('draw done')
})
