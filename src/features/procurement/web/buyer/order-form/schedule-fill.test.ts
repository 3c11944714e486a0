import { describe, expect, it } from 'vitest'
import { formatTime } from '#contract/time.ts'
import { checkCalendar, type CalendarPolicy } from '../../../rules/legal-calendar.ts'
import type { Regime } from '../../../rules/regimes.ts'
import { fillLawfully, type OrderSchedule } from './schedule-fill.ts'

/** The real calendar as the server asks it. */
function lawyer(regime: Regime, policy: CalendarPolicy = {}) {
  return async (s: OrderSchedule) => ({
    restDays: policy.restDays ?? [],
    findings: checkCalendar(
      {
        method: 'publicTender',
        regime,
        documentSaleStart: s.saleStart!,
        documentSaleEnd: s.saleEnd!,
        signUpDeadline: s.signUpEnd!,
        questionDeadline: s.questionEnd!,
        bidDeadline: s.bidEnd!,
        openAt: s.openAt!,
      },
      policy,
    ),
  })
}

const shown = (s: OrderSchedule | null) =>
  s && Object.fromEntries(Object.entries(s).map(([key, at]) => [key, formatTime(at as string)]))

describe('filling a lawful schedule', () => {
  // Saturday 21 November 2026, 13:30 in Beijing.
  const now = Date.parse('2026-11-21T05:30:00Z')

  it('takes the shortest periods of the law', async () => {
    expect(shown(await fillLawfully({ now, regime: 'tender' }, lawyer('tender')))).toEqual({
      // A working day, not the Sunday.
      saleStart: '2026-11-23 09:00',
      // 28 November is a Saturday.
      saleEnd: '2026-11-30 17:00',
      signUpEnd: '2026-11-30 17:00',
      // 12 December is a Saturday: the deadline moves to Monday, and the questions with it.
      questionEnd: '2026-12-04 17:00',
      bidEnd: '2026-12-14 09:30',
      openAt: '2026-12-14 09:30',
    })
  })

  it('is shorter where the law does not demand a tender', async () => {
    const filled = shown(await fillLawfully({ now, regime: 'enterprise' }, lawyer('enterprise')))
    expect(filled).toMatchObject({ bidEnd: '2026-12-07 09:30', questionEnd: '2026-11-27 17:00' })
  })

  it('gives way to a stricter tenant: whole days, days of rest', async () => {
    for (const policy of [
      { counting: 'full-days' },
      { restDays: ['2026-11-27', '2026-11-28', '2026-11-29', '2026-12-14', '2026-12-15'] },
      { counting: 'full-days', restDays: ['2026-11-27', '2026-11-28'] },
    ] satisfies CalendarPolicy[]) {
      const check = lawyer('tender', policy)
      const filled = await fillLawfully({ now, regime: 'tender' }, check)
      expect((await check(filled!)).findings.filter((f) => !f.ok)).toEqual([])
    }
  })

  it('gives up where nothing helps', async () => {
    expect(
      await fillLawfully({ now, regime: 'tender' }, async () => ({
        findings: [{ ruleId: 'document-sale', ok: false }],
        restDays: [],
      })),
    ).toBeNull()
  })
})
