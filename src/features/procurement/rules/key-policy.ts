import * as z from 'zod'
import { Amount, Exact, formatAmount } from '#contract/money.ts'
import { isWeaker, type KeyMode } from './key-mode.ts'

/** Whose keys the quotes of a tenant's orders are sealed to, at the least. */
export const KeyPolicy = z.object({
  /** Of every order. */
  leastKey: z.enum(['timed', 'bidder', 'joint']),
  /** Orders estimated at this much or more are raised; null: none is. */
  raisedFrom: Amount.nullable(),
  raisedKey: z.enum(['bidder', 'joint']),
})
export type KeyPolicy = z.output<typeof KeyPolicy>

/** Where a tenant has decided nothing. */
export const USUAL_KEYS: KeyPolicy = { leastKey: 'timed', raisedFrom: null, raisedKey: 'bidder' }

/** The least key mode of an order of this estimate, yuan. */
export function leastKeyMode({ leastKey, raisedFrom, raisedKey }: KeyPolicy, estimatedPrice: string): KeyMode {
  const isRaised = raisedFrom !== null && new Exact(estimatedPrice).gte(raisedFrom)
  return isRaised && isWeaker(leastKey, raisedKey) ? raisedKey : leastKey
}

/** What the policy asks for, in words: why an order of this estimate may not go below its least mode. */
export function leastKeyInWords(policy: KeyPolicy, estimatedPrice: string): string {
  const least = leastKeyMode(policy, estimatedPrice)
  const { leastKey, raisedFrom } = policy
  const mode = SHORT[least]
  return least === leastKey
    ? `平台规定报价至少采用${mode}`
    : `平台规定估算价达到 ${formatAmount(raisedFrom)} 元的，报价至少采用${mode}`
}

const SHORT: Readonly<Record<KeyMode, string>> = { timed: '定时开启', bidder: '供应商密钥', joint: '联合密钥' }
