import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { CheckResult, Draft, StepServer } from '../../server/step-server.ts'
import { partProblems, partsInWords } from '../../rules/score-parts.ts'

export const score: StepServer = {
  publishChecks: [criteria],
  noticeData: (_ctx, _order, { ways }) => ({ criteria: ways }),
}

function criteria(_ctx: Context<Employee>, { settings }: Draft): CheckResult {
  if (!settings) return { problems: [{ path: 'settings.ways', message: '评审标准不完整' }] }
  return {
    says: partsInWords(settings.ways.map(({ name, fullMark }) => ({ name, fullMark }))),
    problems: partProblems(settings.ways).map((message) => ({ path: 'settings.ways', message })),
  }
}
