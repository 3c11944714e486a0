import { isIPv4 } from 'node:net'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { ACCOUNT_CEILING, FAILURES_PER_IP, PROOF_AFTER, PROOF_AFTER_PER_IP, SMS_PROOF_AFTER } from '../rules.ts'
import { countFailure, failuresFromHere, type Guard, peekGuards, readGuards } from './guard.ts'

type Ctx = Context<Actor | null>

/** A password tried for an account. */
export interface Attempt {
  /** The person, or what was typed where there is none: both are counted alike. */
  account: string
  /** The device where it is known to the person: it answers for itself alone, whatever others do. */
  deviceId: string | null
}

/** How an attempt stands before it is made. */
export interface Standing {
  guards: readonly Guard[]
  /** Proof of work that is asked for; 0: none. */
  level: number
  /** Too many were wrong from here: no password is looked at now. */
  isLocked: boolean
  /** Too much is wrong from this address, whatever the account. */
  isFlooded: boolean
}

/** As it is now, without holding up anybody. */
export async function peekStanding(ctx: Ctx, attempt: Attempt): Promise<Standing> {
  return judge(ctx, attempt, await peekGuards(ctx, subjectsOf(ctx, attempt)))
}

/** As it is now, with its counters locked until the attempt is decided. */
export async function holdStanding(ctx: Ctx, attempt: Attempt): Promise<Standing> {
  return judge(ctx, attempt, await readGuards(ctx, subjectsOf(ctx, attempt)))
}

/** Counts a wrong password; says how the next attempt will stand. */
export async function countWrong(ctx: Ctx, attempt: Attempt, { guards }: Standing): Promise<Standing> {
  const [own, whole] = guards
  // All networks together only make it dearer, up to the ceiling: a lock of the account would hit its owner.
  const counted = [await countFailure(ctx, own!), ...(whole ? [await countFailure(ctx, whole, Infinity)] : [])]
  return judge(ctx, attempt, counted)
}

/** The place first that is locked; for strangers also the account from all networks. */
export function subjectsOf(ctx: Ctx, { account, deviceId }: Attempt): string[] {
  return deviceId === null ? [`network/${networkOf(ctx.ip)}/${account}`, `account/${account}`] : [`device/${deviceId}`]
}

/** How hard the proof for another code is; 0: none is asked for. */
export function smsLevel({ toNumber, fromHere }: { toNumber: number; fromHere: number }): number {
  return Math.max(toNumber, fromHere) < SMS_PROOF_AFTER ? 0 : Math.max(toNumber, fromHere) - SMS_PROOF_AFTER + 1
}

/** Addresses that one subscriber usually has at will count as one: /24 of IPv4, /56 of IPv6. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.')
  const [head = '', tail = ''] = plain.toLowerCase().split('::')
  const [before, behind] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const gap = plain.includes('::') ? Array<string>(Math.max(0, 8 - before.length - behind.length)).fill('0') : []
  const groups = [...before, ...gap, ...behind].map((group) => group.padStart(4, '0'))
  return `${groups.slice(0, 3).join(':')}:${groups[3]?.slice(0, 2) ?? ''}`
}

async function judge(ctx: Ctx, { deviceId }: Attempt, guards: readonly Guard[]): Promise<Standing> {
  const [own, whole] = guards
  const isKnown = deviceId !== null
  const fromHere = isKnown ? 0 : await failuresFromHere(ctx)
  const failed = Math.max(own!.failed, whole?.failed ?? 0)
  const byAddress = fromHere < PROOF_AFTER_PER_IP ? 0 : Math.floor(fromHere / PROOF_AFTER_PER_IP)
  return {
    guards,
    level: Math.max(failed < PROOF_AFTER ? 0 : failed - PROOF_AFTER + 1, byAddress),
    isLocked: own!.lockedUntil !== null || (whole?.failed ?? 0) >= ACCOUNT_CEILING,
    isFlooded: fromHere >= FAILURES_PER_IP,
  }
}
