import { beijing } from './beijing.ts'
import { equalBytes, fromHex, isHex } from './bytes.ts'
import { check, demand, given } from './check.ts'
import type { Check } from './check.ts'
import { parseCheckpoint, parseNoteKey, verifyCheckpoint } from './log/checkpoint.ts'
import type { Checkpoint } from './log/checkpoint.ts'
import { leafHash, verifyInclusion } from './log/merkle.ts'
import { TileTree } from './log/tiles.ts'
import type { TileReaderStore } from './log/tiles.ts'
import { checkGrowth } from './verify-log.ts'
import { verifyDeadlineHead, verifyPlaceInTime } from './verify-witnessed.ts'
import { checkManifest, manifestHash } from './manifest.ts'
import { isSignedBy, NOTICE_TYPE, RECEIPT_TYPE, receiptLeaf, requiredSignatures, roundOf } from './receipt.ts'
import type { NoticeTrust, Receipt, ReceiptBody, SignatureAlg } from './receipt.ts'

/** What is at hand. The notice must come from where it was published: it is the root of trust. */
export interface ReceiptEvidence {
  receipt: Receipt
  notice?: NoticeTrust
  /** Published tiles of the log. */
  tiles?: TileReaderStore
  /** Published heads with the lines of witnesses, from wherever they were kept. */
  heads?: readonly string[]
}

/**
 * Checks a receipt offline. Never throws on bad input: every finding is a line of the answer, and what could not be
 * checked says so (`ok: null`). The ids are stable.
 */
export async function verifyReceipt(evidence: ReceiptEvidence): Promise<Check[]> {
  const format = await check('format', '回执格式', () => checkFormat(evidence.receipt))
  if (!format.ok) return [format]
  const { receipt, notice, tiles, heads = [] } = evidence
  const { body } = receipt
  const needNotice = '未提供公告文件，无法核对'
  const needTiles = '未提供日志数据块，无法核对'
  const checks = [format]
  const add = async (id: string, title: string, run: () => string | Promise<string>) => {
    checks.push(await check(id, title, run))
  }

  await add('notice', '公告与回执对应', () => checkNotice(body, given(notice, needNotice)))
  for (const alg of requiredSignatures(body.suite)) {
    await add(`signature-${alg.toLowerCase()}`, `平台签名（${alg}）`, () =>
      checkSignature(receipt, alg, given(notice, needNotice)),
    )
  }
  await add('manifest', '投标清单与回执一致', () => {
    const manifest = given(receipt.manifest, '回执文件未附投标清单')
    demand(manifestHash(manifest) === body.manifestHash, '投标清单的哈希与回执不一致')
    const same = manifest.orderId === body.orderId && manifest.bidderId === body.bidderId
    demand(same && manifest.tenantId === body.tenantId && manifest.round === body.round, '投标清单不属于该回执')
    return `共 ${manifest.files.length} 个加密文件，清单哈希一致`
  })
  await add('on-time', '在截止时间前提交', () => checkTime(body, notice))
  await add('inclusion', '回执已写入日志', () => checkInclusion(body))
  await add('receipt-checkpoint', '回执所附日志签名', () => {
    const { origin, size } = verifyCheckpoint(body.checkpoint, parseNoteKey(given(notice, needNotice).logKey))
    return `日志 ${origin}，规模 ${size}，签名有效`
  })
  const atDeadline = () => given(given(notice, needNotice).checkpoint, '公告尚未公布截止时的日志签名')
  await add('deadline-checkpoint', '截止时的日志签名', () => {
    const { size } = verifyCheckpoint(atDeadline(), parseNoteKey(given(notice, needNotice).logKey))
    return `截止时日志规模 ${size}，签名有效`
  })
  await add('consistency', '截止时的日志包含回执时的日志', async () => {
    const note = atDeadline()
    return checkGrowth(parseCheckpoint(body.checkpoint), parseCheckpoint(note), given(tiles, needTiles))
  })
  await add('published-leaf', '公开日志中有本次提交', async () =>
    checkPublished(body, parseCheckpoint(atDeadline()), given(tiles, needTiles)),
  )
  if (notice) checks.push(...(await verifyDeadlineHead(notice)), ...(await verifyPlaceInTime(body, { notice, heads })))
  return checks
}

const TEXTS = ['tenantId', 'orderId', 'orderName', 'bidderId', 'bidderName', 'at', 'deadline', 'checkpoint'] as const

function checkFormat(receipt: Receipt): string {
  const body = Object(Object(receipt).body) as ReceiptBody
  demand(body.type === RECEIPT_TYPE, '不是投标回执文件，或版本不受支持')
  demand(body.suite === 'intl' || body.suite === 'gm', '回执使用了未知的密码套件')
  demand(body.action === 'bid.submitted' || body.action === 'bid.withdrawn', '回执的事项未知')
  for (const field of TEXTS) demand(typeof body[field] === 'string', `回执缺少 ${field}`)
  for (const field of ['manifestHash', 'bidderSalt', 'blinding'] as const) {
    demand(isHex(body[field], 32), `回执的 ${field} 格式错误`)
  }
  for (const field of ['at', 'deadline'] as const) demand(isInstant(body[field]), `回执的 ${field} 不是时间`)
  demand(Number.isSafeInteger(body.round) && body.round >= 1, '回执的轮次格式错误')
  demand(Number.isSafeInteger(body.logIndex) && body.logIndex >= 0, '回执的日志序号格式错误')
  demand(Array.isArray(body.inclusionProof), '回执缺少日志证明')
  demand(
    body.inclusionProof.every((hash) => isHex(hash, 32)),
    '回执的日志证明格式错误',
  )
  demand(Array.isArray(receipt.signatures), '回执缺少签名')
  if (receipt.manifest !== undefined) checkManifest(receipt.manifest)
  return body.action === 'bid.submitted' ? '投标提交回执' : '投标撤回回执'
}

function checkNotice(body: ReceiptBody, notice: NoticeTrust): string {
  demand(notice.type === NOTICE_TYPE, '不是公告校验文件，或版本不受支持')
  demand(notice.tenantId === body.tenantId && notice.orderId === body.orderId, '公告与回执不是同一采购单')
  demand(roundOf(notice) === body.round, `公告校验文件是第 ${roundOf(notice)} 轮的，回执是第 ${body.round} 轮的`)
  parseNoteKey(notice.logKey)
  return `${notice.title || notice.orderId}；日志公钥 ${notice.logKey}，请与公告页面显示的核对`
}

function checkSignature(receipt: Receipt, alg: SignatureAlg, notice: NoticeTrust): string {
  const publicKey =
    alg === 'Ed25519' ? notice.serviceKeys.ed25519 : given(notice.serviceKeys.sm2, '公告未公布 SM2 公钥')
  const signature = receipt.signatures.find((one) => one.alg === alg)
  demand(signature !== undefined, `回执缺少 ${alg} 签名`)
  demand(signature.publicKey === publicKey, '签名所用密钥不是公告公布的平台密钥')
  demand(isSignedBy(receipt.body, { ...signature, publicKey }), '签名无效，回执内容被改动或系伪造')
  return '签名有效，回执内容自签发后未改动'
}

function checkTime(body: ReceiptBody, notice: NoticeTrust | undefined): string {
  const at = Date.parse(body.at)
  demand(at <= Date.parse(body.deadline), `提交时间 ${beijing(body.at)} 晚于截止时间 ${beijing(body.deadline)}`)
  const final = notice?.deadline ?? body.deadline
  demand(isInstant(final), '公告的截止时间格式错误')
  demand(at <= Date.parse(final), `提交时间 ${beijing(body.at)} 晚于公告的截止时间 ${beijing(final)}`)
  const moved =
    Date.parse(final) === Date.parse(body.deadline) ? '' : `（提交时为 ${beijing(body.deadline)}，后经变更）`
  return `提交 ${beijing(body.at)}，截止 ${beijing(final)}${moved}（北京时间）`
}

function checkInclusion(body: ReceiptBody): string {
  const { size, root } = parseCheckpoint(body.checkpoint)
  const leaf = { hash: leafHash(receiptLeaf(body).entry), index: body.logIndex }
  demand(verifyInclusion(leaf, { size, root }, body.inclusionProof.map(fromHex)), '日志证明不成立')
  return `位于日志第 ${body.logIndex} 条，证明成立`
}

async function checkPublished(body: ReceiptBody, checkpoint: Checkpoint, tiles: TileReaderStore): Promise<string> {
  const { size, root } = checkpoint
  demand(body.logIndex < size, '截止时的日志不包含本次提交')
  const tree = new TileTree(tiles, size)
  const { entry } = receiptLeaf(body)
  const proof = await tree.inclusionProof(body.logIndex)
  const leaf = { hash: leafHash(entry), index: body.logIndex }
  demand(verifyInclusion(leaf, { size, root }, proof), '公开日志与截止时的日志签名不符，或其中没有本次提交')
  demand(equalBytes(await tree.entry(body.logIndex), entry), '公开日志的条目与回执不符')
  return `公开日志第 ${body.logIndex} 条与回执一致`
}

function isInstant(text: unknown): boolean {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
