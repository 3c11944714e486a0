import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PolicyReason } from '#contract/policy-reason.ts'
import { Instant } from '#contract/time.ts'
import { parseWitnessKey } from '#features/sealing/core/log/cosignature.ts'
import { MOST_WITNESSES, witnessUrl } from './rules.ts'

const State = z.enum(['cosigning', 'idle', 'unreachable', 'refused', 'retired'])

export const WitnessRow = z.object({
  witnessId: Id,
  title: z.string(),
  key: z.string(),
  url: z.string(),
  createdAt: Instant,
  retiredAt: Instant.nullable(),
  state: State,
  size: z.number().int().describe('of the newest head that it cosigned'),
  cosignedAt: Instant.nullable(),
  behind: z.number().int().describe('entries of the newest published head that it has not cosigned'),
  failureText: z.string(),
  failingSince: Instant.nullable(),
  refusals: z.number().int(),
})

const Stamp = z.object({ at: Instant, authority: z.string(), isLocal: z.boolean() })

export const witnessList = endpoint({
  method: 'GET',
  path: '/admin/witnesses',
  summary: 'Who cosigns the heads of the log, how each stands, and who stamps the time of deadlines',
  returns: z.object({
    threshold: z.number().int().describe('how many of them a head needs; 0 while there are none'),
    logKey: z.string().describe('what a witness is told to watch'),
    head: z.object({ size: z.number().int(), at: Instant, cosignedBy: z.number().int() }).nullable(),
    witnesses: z.array(WitnessRow),
    time: z.object({ isLocal: z.boolean(), name: z.string(), last: Stamp.nullable() }),
  }),
})

const Title = z.string().trim().min(2, '请填写名称').max(60)
const Key = z.string().trim().max(400).refine(isKey, '不是见证公钥，应为 名称+8位十六进制+Base64')
const Address = z.string().trim().max(300).refine(isUrl, '请填写以 http:// 或 https:// 开头的地址')

export const addWitness = endpoint({
  method: 'POST',
  path: '/admin/witnesses',
  summary: 'Have a witness cosign from now on; notices published later name it',
  body: z.object({ title: Title, key: Key, url: Address, reason: PolicyReason }),
  returns: z.object({ witnessId: Id }),
})

export const retireWitness = endpoint({
  method: 'POST',
  path: '/admin/witnesses/{witnessId}/retirement',
  summary: 'Name a witness in no further notice; it is asked on while an order whose notice names it takes bids',
  params: z.object({ witnessId: Id }),
  body: z.object({ reason: PolicyReason }),
})

export const setThreshold = endpoint({
  method: 'PUT',
  path: '/admin/witnesses/threshold',
  summary: 'How many witnesses a head needs by notices published from now on',
  body: z.object({ threshold: z.number().int().min(1).max(MOST_WITNESSES), reason: PolicyReason }),
})

export const askWitness = endpoint({
  method: 'POST',
  path: '/admin/witnesses/{witnessId}/requests',
  summary: 'Ask a witness for the newest head now',
  params: z.object({ witnessId: Id }),
})

const Head = z.object({
  size: z.number().int(),
  note: z.string().describe('signed note, with the lines of the witnesses'),
})

export const cosignedHeads = endpoint({
  method: 'GET',
  path: '/log/heads',
  summary: 'The cosigned heads around an instant: what a receipt of that time must fit between',
  query: z.object({ at: Instant }),
  returns: z.object({ before: Head.nullable(), after: Head.nullable() }),
})

export const logWitnesses = endpoint({
  method: 'GET',
  path: '/log/witnesses',
  summary: 'The witnesses that notices name now, and the newest head that each cosigned',
  returns: z.object({
    threshold: z.number().int(),
    witnesses: z.array(
      z.object({ title: z.string(), key: z.string(), size: z.number().int(), at: Instant.nullable() }),
    ),
  }),
})

function isKey(text: string): boolean {
  try {
    return parseWitnessKey(text).name.length > 0
  } catch {
    return false
  }
}

function isUrl(text: string): boolean {
  return witnessUrl(text) !== null
}
