// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { QUICKNET } from '#contract/beacon-chain.ts'
import type { DrawView, Witnessed } from '#contract/draw-calls.ts'
import { closedHash, frozenHash, namedHash } from '#contract/draw-steps.ts'
import { DrawSteps } from './draw-steps.tsx'

/* What the page says of the round of a draw: not named yet, and what witnesses saw of it. */

afterEach(cleanup)

const HASH = '0a'.repeat(32)
const AT = '2026-11-01T01:00:00.000Z'
const PAST = '2026-11-01T01:00:30.000Z'
const FUTURE = '2099-11-01T01:00:30.000Z'

function drawView(change: Partial<DrawView>): DrawView {
  const frozen: DrawView['frozen'] = {
    version: 'draw/4',
    drawId: 'draw-1',
    kind: 'lots',
    subject: 'order-1',
    parts: [],
    operator: HASH,
    preparedAt: AT,
    participants: [],
    beacon: QUICKNET,
    lead: 30,
    frozenAt: AT,
    revealUntil: AT,
  }
  const closed = { frozen: frozenHash(frozen), reveals: [], closedAt: AT }
  const named = { closed: closedHash(closed), head: 'log\n1\nAA==\n', at: AT, proof: [], round: 657_413 }
  return {
    drawId: 'draw-1',
    kind: 'lots',
    title: '并列次序抽签',
    stage: 'waiting',
    operatorHash: HASH,
    preparedAt: AT,
    parts: [],
    frozen,
    frozenHash: frozenHash(frozen),
    closed,
    closedHash: closedHash(closed),
    named,
    namedHash: namedHash(named),
    witnessed: null,
    participants: [],
    dueAt: FUTURE,
    roundLink: null,
    trouble: '',
    operatorSeed: null,
    signature: null,
    drawnAt: null,
    result: [],
    ...change,
  }
}

const seen = (count: number, isInTime: boolean): Witnessed => ({
  threshold: 2,
  of: 3,
  seenBy: ['省招标投标协会', '某大学'].slice(0, count).map((title) => ({ title, at: AT })),
  isInTime,
})
const text = () => document.body.textContent

test('closed and without a round it says what it waits for', () => {
  render(<DrawSteps draw={drawView({ named: null, namedHash: null, dueAt: null })} />)
  expect(screen.getByRole('status').textContent).toContain('已封存，等待公布随机数轮次')
  expect(text()).not.toContain('见证')
})

test('before the round is out it says how many witnesses it lacks', () => {
  render(<DrawSteps draw={drawView({ witnessed: seen(1, false) })} />)
  expect(text()).toContain('等待见证：要求 3 个见证方中至少 2 个在信标产生之前见证，现有 1 个（省招标投标协会）')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('once enough saw the round in time it names them', () => {
  render(<DrawSteps draw={drawView({ witnessed: seen(2, true) })} />)
  expect(text()).toContain('见证：省招标投标协会、某大学 已见证包含该轮次的日志')
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['nobody', 0, '无人见证'],
  ['one', 1, '未达到；至今见证的有 省招标投标协会'],
  ['two, too late', 2, '未达到；至今见证的有 省招标投标协会、某大学'],
])('when the round is out and too few saw it in time, it warns: %s', (_, count, words) => {
  render(<DrawSteps draw={drawView({ dueAt: PAST, witnessed: seen(count, false) })} />)
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain('见证不足')
  expect(alert).toContain(words)
  expect(alert).toContain('没有改用其他来源')
})
