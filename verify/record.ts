import { equalBytes, utf8 } from '#features/sealing/core/bytes.ts'
import { check, type Check, demand } from '#features/sealing/core/check.ts'
import {
  type ArchiveBody,
  archiveHash,
  isArchiveSignedBy,
  MACHINE,
  MANIFEST_PATH,
  pathFault,
  readArchive,
  type SignedArchive,
  typeOf,
} from '#features/sealing/core/record-manifest.ts'
import { SECTIONS, sectionOf, sectionsDue, STEPS } from '#features/sealing/core/record-sections.ts'
import { requiredSignatures } from '#features/sealing/core/receipt.ts'
import type { TrustFile } from '#features/sealing/core/trust-file.ts'
import { verifyLogged, verifySource } from '#features/sealing/core/verify-trust.ts'
import { sha256Of } from './digests.ts'
import { gather, type Gathered, KNOWN_TYPES } from './gather.ts'
import { verifyContents } from './record-contents.ts'
import { looseSections } from './loose.ts'
import type { Beside, Container } from './record-types.ts'
import type { Section } from './report.ts'
import { frameFault } from './zip-frame.ts'
import { type Entry, readZip } from './zip.ts'

/** Reads a zip as a container; throws as `readZip` does. */
export async function containerOf(name: string, blob: Blob): Promise<Container> {
  const zip = await readZip(blob)
  return { name, entries: zip.members, zip: { blob, zip } }
}

/** Whether the container says that it is a record, in its present form or an older one. */
export function isRecord({ entries }: Container): boolean {
  return entries.some(
    ({ path }) => path === MANIFEST_PATH || path.startsWith(`${MACHINE}/`) || path === 'order/order.json',
  )
}

/** Verifies a record: every byte of it, what it must hold, and where it comes from. */
export async function verifyRecord(container: Container, beside: Beside): Promise<Section[]> {
  const listed = container.entries.find(({ path }) => path === MANIFEST_PATH)
  let manifest: SignedArchive | undefined
  const whole = await check('archive-manifest', '归档清单', async () => {
    demand(listed !== undefined, '归档清单（manifest.json）缺失')
    const text = await textOf(listed.blob)
    demand(!isOlder(text), '旧格式的归档')
    manifest = readArchive(text)
    return `${manifest.body.code}《${manifest.body.title}》，${manifest.body.members.length} 个文件`
  })
  if (listed && !manifest && isOlder(await textOf(listed.blob).catch(() => '')))
    return olderRecord(container, listed, beside)
  const title = `归档文件：${container.name}`
  if (!manifest) return [{ title, checks: [whole] }]
  const { body } = manifest
  const checks = [whole, ...(await signatureChecks(manifest))]
  checks.push(await check('archive-frame', '压缩包的结构', () => checkFrame(container, body)))
  checks.push(...(await memberChecks(container, body)))
  const machine = machineOf(container)
  const found = await gather(machine, { isRecord: true })
  checks.push(await check('archive-types', '文件的类型', () => checkTypes(machine, body, found)))
  const acts = actsOf(found)
  checks.push(await check('archive-sections', '应有的内容', () => checkSections(machine, body, acts)))
  const source = [
    ...(await verifySource(found, beside.trust)),
    ...(await signerChecks(manifest, beside.trust)),
    ...(await verifyLogged(
      { type: 'archive', subject: body.orderId, hash: archiveHash(manifest) },
      { ...beside, shown: headsShown(found) },
    )),
  ]
  return [
    { title, checks },
    { title: '来源', checks: source },
    ...(await verifyContents({ container, body, found, beside })),
  ]
}

/** The heads that a record rests on: of its deadlines and of its log records. All others are compared with these by tiles. */
function headsShown({ notices, records }: Gathered): string[] {
  return [
    ...notices.flatMap(({ checkpoint }) => checkpoint ?? []),
    ...records.flatMap(({ records: all }) =>
      (Array.isArray(all) ? all : []).flatMap((one) => one?.head?.checkpoint ?? []),
    ),
  ].filter((note) => typeof note === 'string')
}

/** Each signature that the suite demands, and none besides. */
async function signatureChecks({ body, signatures }: SignedArchive): Promise<Check[]> {
  const due = requiredSignatures(body.suite)
  const checks: Check[] = []
  for (const alg of due)
    checks.push(
      await check(`archive-signature-${alg.toLowerCase()}`, `归档清单的签名（${alg}）`, () => {
        const signature = signatures.find((one) => one.alg === alg)
        demand(signature !== undefined, `归档清单缺少 ${alg} 签名`)
        demand(signatures.length === due.length, '归档清单的签名多于规定')
        demand(isArchiveSignedBy(body, signature), '签名无效，归档清单被改动')
        return `签名有效，公钥 ${signature.publicKey.slice(0, 16)}…`
      }),
    )
  return checks
}

/** That the keys which signed are ones the trust names. */
async function signerChecks({ signatures }: SignedArchive, trust: TrustFile | null): Promise<Check[]> {
  if (!trust) return []
  const known = { Ed25519: trust.serviceKeys.ed25519, SM2: trust.serviceKeys.sm2 }
  return [
    await check('trust-signer', '签署归档清单的公钥', () => {
      demand(
        signatures.every(({ alg, publicKey }) => known[alg]?.includes(publicKey)),
        '签署归档清单的公钥不在信任文件之列',
      )
      return '与信任文件一致'
    }),
  ]
}

async function checkFrame({ zip }: Container, { archivedAt }: ArchiveBody): Promise<string> {
  if (!zip) return '已解压的文件夹，逐个文件核对'
  const fault = await frameFault(zip.blob, zip.zip, archivedAt)
  demand(fault === null, `压缩包被改写：${fault}`)
  return '每一字节均为规定的写法，没有多余的内容'
}

/** Both ways: what is listed is there as listed, in its order, and nothing else is. One line per fault. */
async function memberChecks({ entries, zip }: Container, { members }: ArchiveBody): Promise<Check[]> {
  const faults: Check[] = []
  const fail = (id: string, title: string, detail: string) => faults.push({ id, title, ok: false, detail })
  const listed = new Map(members.map((member) => [member.path, member]))
  const present = new Map(entries.map(({ path, blob }) => [path, blob]))
  if (listed.size !== members.length) fail('archive-double', '归档清单', '清单中有重复的路径')
  for (const { path } of members) {
    const why = pathFault(path)
    if (why) fail('archive-path', path, why)
    if (!present.has(path)) fail('archive-missing', path, '清单所列的文件缺失')
  }
  for (const path of present.keys())
    if (path !== MANIFEST_PATH && !listed.has(path)) fail('archive-extra', path, '文件不在清单之列')
  for (const [path, { size, sha256 }] of listed) {
    const blob = present.get(path)
    if (blob && (blob.size !== size || (await sha256Of(blob)) !== sha256))
      fail('archive-altered', path, '文件与清单所列的大小或哈希不一致，已被改动')
  }
  const order = [...members.map(({ path }) => path), MANIFEST_PATH]
  if (zip && faults.length === 0 && entries.some(({ path }, i) => path !== order[i]))
    fail('archive-order', '归档清单', '文件的次序与清单不同')
  if (faults.length > 0) return faults
  const detail = `清单所列 ${members.length} 个文件全部在内，哈希一致，没有清单以外的文件`
  return [{ id: 'archive-members', title: '全部文件', ok: true, detail }]
}

/** What programs read, under their paths in the machine folder. */
export function machineOf({ entries }: Container): Entry[] {
  return entries.flatMap(({ path, blob }) =>
    path.startsWith(`${MACHINE}/`) ? { path: path.slice(MACHINE.length + 1), blob } : [],
  )
}

async function checkTypes(machine: readonly Entry[], { members }: ArchiveBody, found: Gathered): Promise<string> {
  for (const { path, type } of members) {
    const own = path.slice(MACHINE.length + 1)
    const stated = path.startsWith(`${MACHINE}/`) ? found.types.get(own) : undefined
    demand(stated === undefined || KNOWN_TYPES.has(stated), `${path} 的类型 ${stated} 未知`)
    demand(typeOf(path, stated) === type, `${path} 的类型与清单不一致`)
  }
  const [broken] = found.broken
  demand(broken === undefined, `${broken?.path} 无法读取：${broken?.why}`)
  return `${machine.length} 个供程序读取的文件，类型均已知`
}

/** What was done in the order, by its history. */
function actsOf({ facts }: Gathered): string[] {
  return facts.flatMap(({ body }) => {
    try {
      return String((JSON.parse(body) as { action?: unknown }).action)
    } catch {
      return []
    }
  })
}

function checkSections(machine: readonly Entry[], body: ArchiveBody, acts: readonly string[]): string {
  const unknown = body.steps.find((step) => !STEPS.has(step))
  demand(unknown === undefined, `采购步骤 ${unknown} 未知`)
  const missing = sectionsDue(body, acts).filter((name) => !body.sections.includes(name))
  demand(missing.length === 0, `缺少应有的内容：${missing.map((name) => SECTIONS[name]!.title).join('、')}`)
  demand(new Set(body.sections).size === body.sections.length, '归档清单的内容重复')
  const abortive = acts.includes('order.declareAbortive')
  demand(abortive === (body.outcome === 'abortive'), '归档清单所载的结果与过程记录不一致')
  for (const name of body.sections) {
    const section = SECTIONS[name]
    demand(section !== undefined, `内容 ${name} 未知`)
    for (const pattern of section.must)
      demand(
        machine.some(({ path }) => pattern.test(path)),
        `${section.title}缺少文件（${pattern.source}）`,
      )
  }
  for (const { path } of machine) {
    const name = sectionOf(path)
    demand(name !== null, `${path} 不属于任何一项内容`)
    demand(body.sections.includes(name), `${path} 属于清单未列的内容（${SECTIONS[name]!.title}）`)
  }
  return `${body.sections.map((name) => SECTIONS[name]!.title).join('、')}，均齐全`
}

async function textOf(blob: Blob): Promise<string> {
  demand(blob.size <= 1 << 26, '归档清单过大')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  demand(equalBytes(utf8(text), bytes), '归档清单不是 UTF-8')
  return text
}

/** A list as archives had it before they were signed. */
interface OlderList {
  hash: 'SHA-256'
  entries: { path: string; sha256: string; size: number }[]
}

function isOlder(text: string): boolean {
  try {
    const list = JSON.parse(text) as OlderList & { body?: unknown }
    return list.body === undefined && list.hash === 'SHA-256' && Array.isArray(list.entries)
  } catch {
    return false
  }
}

/**
 * A record in the older form: its list is neither signed nor logged, so it is never more than incomplete. What it lists is
 * compared both ways, and what can be checked of its contents is.
 */
async function olderRecord(container: Container, listed: Entry, beside: Beside): Promise<Section[]> {
  const { entries } = JSON.parse(await textOf(listed.blob)) as OlderList
  const members = entries.map((entry) => ({ ...entry, type: '' }))
  const form: Check = {
    id: 'archive-older',
    title: '归档格式',
    ok: null,
    detail: '旧格式的归档：清单未签名，也未写入日志，不能确认内容齐全',
  }
  const known = await memberChecks({ ...container, zip: null }, { members } as ArchiveBody)
  const rest = container.entries.filter(({ path }) => path !== MANIFEST_PATH)
  const found = await gather(rest, { isRecord: true })
  // Most of it is for people, and bound by the list.
  const sections = await looseSections(found, { ...beside, isAlone: false, isListed: true })
  return [{ title: `归档文件：${container.name}`, checks: [form, ...known] }, ...sections]
}
