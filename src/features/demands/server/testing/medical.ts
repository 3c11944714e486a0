import { DAY } from '#contract/time.ts'
import { PEOPLE } from '#demo/people.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { surveyDetail } from '../../contract/supplier.ts'
import * as r from '../../contract/rounds.ts'
import { type AnswerBody, type DemandBody, demandBody, detailOf, filled, published } from './demand.ts'

export const EXTRAS = {
  origin: '江州',
  certificate: '国械注准20253060001',
  certificateUntil: '2031-01-01',
  maintenance: '20000.00',
  warranty: '整机三年',
  consumables: [{ name: '试剂包', unit: '盒', price: '150.00', yearlyUse: '200' }],
} as const

/** A demand for an analyser, asked in rounds, whose costs are compared over ten years. */
export function medicalBody(t: TestSystem, change: Partial<DemandBody> = {}): DemandBody {
  return demandBody(t, {
    profile: 'medical',
    title: '化学发光分析仪医疗需求',
    extras: { years: '10', licence: '不属于' },
    questions: [],
    ...change,
  })
}

export function publishedMedical(t: TestSystem, buyer: HttpClient, change: Partial<DemandBody> = {}): Promise<string> {
  return published(t, buyer, medicalBody(t, change))
}

/** An answer to the round that is open. */
export async function medicalAnswer(
  supplier: HttpClient,
  demandId: string,
  { met = ['yes', 'yes', 'yes'], ...change }: Partial<AnswerBody> & { met?: ('yes' | 'partly' | 'no')[] } = {},
): Promise<AnswerBody> {
  const { parameters, rounds } = await supplier.call(surveyDetail, { params: { demandId } })
  return {
    ...filled(parameters, met),
    answers: [],
    roundNo: rounds.at(-1)!.roundNo,
    extras: { ...EXTRAS, consumables: [...EXTRAS.consumables] },
    ...change,
  }
}

export const employeeOf = (account: 'buyer' | 'buyer2' | 'newbie') => PEOPLE[account].jobs[0]!.employeeId

/** Clinical and engineering staff mark the round that ended: all is kept but the first, which is to be adjusted. */
export async function marked(
  { buyer, clinician, engineer }: Record<'buyer' | 'clinician' | 'engineer', HttpClient>,
  demandId: string,
): Promise<void> {
  const people = [
    { employeeId: employeeOf('buyer2'), part: 'clinical' as const },
    { employeeId: employeeOf('newbie'), part: 'engineering' as const },
  ]
  await buyer.call(r.askMarkers, { params: { demandId }, body: { people } })
  for (const one of [clinician, engineer]) {
    const { rounds } = await one.call(r.demandRounds, { params: { demandId } })
    const lines = rounds.at(-1)!.parameters.map(({ parameterId }, i) => ({
      parameterId,
      verdict: i === 0 ? ('adjust' as const) : ('keep' as const),
      note: i === 0 ? '放宽尺寸' : '',
    }))
    await one.call(r.markParameters, { params: { demandId }, body: { lines } })
  }
}

/** The body of a further round: the first parameter is relaxed. */
export async function nextRound(t: TestSystem, buyer: HttpClient, demandId: string) {
  const { parameters } = await detailOf(buyer, demandId)
  return {
    endsAt: new Date(t.kernel.clock.now().getTime() + 5 * DAY).toISOString(),
    reason: '按临床意见放宽尺寸',
    parameters: parameters.map((one, i) => (i === 0 ? { ...one, wished: '≥ 10' } : one)),
  }
}
