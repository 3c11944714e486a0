import { DAY } from '#contract/time.ts'
import { Cast } from '#demo/cast.ts'
import type { Account } from '#demo/people.ts'
import * as play from '#demo/play/buyer.ts'
import { addConfig, publishStandard } from '#features/charges/contract/standard.ts'
import { FeeType, Setting } from '#features/charges/rules/enums.ts'
import { PRESETS } from '#features/charges/rules/presets.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { OwnSystem } from './system.ts'

/**
 * Awards the tender of the state, for which its owner had published a standard: a fee of this kind falls due. Gives the
 * owner, logged in at the instant of the award.
 */
export async function awardForFee(
  system: OwnSystem<'concluded'>,
  { owner, fee }: { owner: Account; fee: keyof typeof FeeType.values },
): Promise<HttpClient> {
  const { orderId } = system.facts
  const before = await new Cast(system.base).as(owner)
  const body = { feeType: FeeType.values[fee], setting: Setting.values.billing, templateId: PRESETS[0]!.id }
  await before.call(addConfig, { body })
  await before.call(publishStandard, { body: {} })
  // As if it had been published before the tender.
  await system.change(`update charge_publication set published_at = published_at - interval '90 days'`, [])
  await play.publishCandidates(before, orderId)
  await system.moveTo(new Date((await system.now()).getTime() + 10 * DAY))
  const client = await new Cast(system.base).as(owner)
  await play.award(client, orderId)
  return client
}
