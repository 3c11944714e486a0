import { KeyUsageFlags } from '@peculiar/asn1-x509'
import { formatTime } from '#contract/time.ts'
import type { Bytes } from '#features/sealing/core/bytes.ts'
import { equalBytes } from '#features/sealing/core/bytes.ts'
import { type Cert, chainOf, isValidAt, readCertificate } from '#features/sealing/core/time-stamp/certificate.ts'
import { covers, type Revocation, revocationIn, readRevocations } from './crl.ts'
import { extensionsOf, may, namesCompany, nameText, readStrange } from './fields.ts'

/** What a certificate is worth at an instant. `good` alone lets anybody rely on it. */
export type Verdict =
  | 'good'
  | 'malformed'
  | 'untrusted'
  | 'expired'
  | 'notYetValid'
  | 'wrongUsage'
  | 'otherCompany'
  | 'revoked'
  | 'unknown'

export type Usage = 'signature' | 'encryption' | 'any'

/** A certificate of the tenant's trusted list. */
export interface Anchor {
  der: Bytes
  name: string
  /** Trusted for what was signed from then until then, exclusive. */
  from: Date
  until: Date
  /** Where its authority publishes revocations, where its certificates do not say. */
  crlUrl: string
  /** The platform's own demonstration. */
  isDemo: boolean
}

export interface Judged {
  verdict: Verdict
  /** For people, in Chinese. */
  reason: string
  /** What was looked at, in order; the last one decided unless all of it holds. */
  checks: readonly { label: string; isGood: boolean; text: string }[]
  /** From the certificate up to the trusted one, DER; as far as it leads. */
  chain: readonly Bytes[]
  /** Led up to the demonstration's authority: it has no legal effect. */
  isDemo: boolean
}

export interface Question {
  der: Uint8Array
  /** Certificates that may stand between it and a trusted one, DER. */
  between?: readonly Uint8Array[]
  anchors: readonly Anchor[]
  /** When its key was used. */
  at: Date
  now: Date
  /** 统一社会信用代码 of the company that it must be of. */
  companyCode?: string
  usage?: Usage
  /** Lists of revocations that lie at hand, DER. */
  crls: readonly Uint8Array[]
  /** Lists that were kept with a signature: good for the time that they were in force, however long ago. */
  keptCrls?: readonly Uint8Array[]
  /** What we know ourselves of certificates of an authority of ours; undefined: it is none of ours. */
  own?: (issuer: Bytes, cert: Cert) => Promise<Revocation | null | undefined>
}

/** So many certificates one upon the other; real chains have three. */
const MOST_LINKS = 6
/** Certificates that somebody sent along. */
const MOST_GIVEN = 16
/** Clocks of authorities may be ahead of ours. */
const AHEAD_MS = 5 * 60_000
const SHORTEST_RSA = 2048
/** Purposes under which documents are signed: mail, log-ins, documents (RFC 9336), anything. */
const SIGNING = ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '2.5.29.37.0']

class Refused extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict, reason: string) {
    super(reason)
    this.verdict = verdict
  }
}

/**
 * What a certificate is worth: whether it leads up to a trusted one, held at the instant, may be used so, is of the company and was
 * not revoked by then. Where nothing tells of revocations it is `unknown`, never `good`. Never throws on what the bytes are.
 */
export async function judgeCertificate(question: Question): Promise<Judged> {
  const checks: { label: string; isGood: boolean; text: string }[] = []
  let chain: readonly Cert[] = []
  let isDemo = false
  const step = async (label: string, look: () => Promise<string> | string) => {
    try {
      checks.push({ label, isGood: true, text: await look() })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      checks.push({ label, isGood: false, text: error.message })
      throw error
    }
  }
  try {
    let leaf!: Cert
    await step('格式', () => {
      leaf = readLeaf(question.der)
      chain = [leaf]
      return nameText(leaf.parsed.tbsCertificate.subject)
    })
    let path!: Path
    await step('信任', async () => {
      const found = await pathOf(leaf, question)
      chain = found.chain
      path = trusted(found, question)
      isDemo = path.anchor.isDemo
      return `签发机构在受信任列表内：${path.anchor.name}`
    })
    await step('有效期', () => validity(path.chain, question.at))
    await step('用途', () => usage(leaf, question.usage ?? 'signature'))
    if (question.companyCode !== undefined)
      await step('企业', () => {
        if (!namesCompany(leaf, question.companyCode!)) throw new Refused('otherCompany', '证书不属于该企业')
        return '证书中的统一社会信用代码与企业一致'
      })
    await step('吊销', () => revocation(path, question))
    return { verdict: 'good', reason: '证书有效', checks, chain: chain.map(({ der }) => der), isDemo }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { verdict: error.verdict, reason: error.message, checks, chain: chain.map(({ der }) => der), isDemo }
  }
}

/** Where a list of revocations is published, and the certificate (DER) that must have signed it. */
export interface ListPlace {
  url: string
  issuer: Bytes
}

/** The lists that have to be at hand to judge a certificate and those above it. None of one that leads up to nobody trusted. */
export async function revocationPlaces(question: Pick<Question, 'der' | 'between' | 'anchors'>): Promise<ListPlace[]> {
  try {
    const { chain, anchor } = await pathOf(readLeaf(question.der), question)
    if (!anchor) return []
    return chain
      .slice(0, -1)
      .flatMap((cert, i) => urlsFor(cert, { chain, anchor }, i).map((url) => ({ url, issuer: chain[i + 1]!.der })))
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}

interface Path {
  /** The trusted one last. */
  chain: readonly Cert[]
  anchor: Anchor
}

function readLeaf(der: Uint8Array): Cert {
  try {
    return readStrange(der)
  } catch {
    throw new Refused('malformed', '不是证书，或格式错误')
  }
}

async function pathOf(
  leaf: Cert,
  { between = [], anchors }: Pick<Question, 'between' | 'anchors'>,
): Promise<{ chain: readonly Cert[]; anchor: Anchor | undefined }> {
  const known = anchors.map(({ der }) => readCertificate(der))
  const given = between.slice(0, MOST_GIVEN).flatMap((der) => {
    try {
      return [readStrange(der)]
    } catch {
      return []
    }
  })
  const chain = (await chainOf(leaf, [...known, ...given])).slice(0, MOST_LINKS)
  // Who is trusted stands for itself, whoever signed it.
  const end = chain.findIndex((cert) => anchors.some(({ der }) => equalBytes(der, cert.der)))
  if (end < 0) return { chain, anchor: undefined }
  return { chain: chain.slice(0, end + 1), anchor: anchors.find(({ der }) => equalBytes(der, chain[end]!.der)) }
}

/** A chain that leads up to a certificate trusted at the instant, each of whose authorities may be one. */
function trusted({ chain, anchor }: { chain: readonly Cert[]; anchor: Anchor | undefined }, { at }: Question): Path {
  if (!anchor) {
    const { issuer } = chain.at(-1)!.parsed.tbsCertificate
    throw new Refused('untrusted', `签发机构不在受信任列表内：${nameText(issuer)}`)
  }
  if (at < anchor.from || at >= anchor.until)
    throw new Refused('untrusted', `签发机构 ${anchor.name} 当时不在受信任期内`)
  for (const [i, cert] of chain.entries()) {
    const { isAuthority, pathLength, usage: flags, unknown } = extensionsOf(cert)
    if (unknown.length > 0) throw new Refused('untrusted', `证书含有不受支持的关键扩展：${unknown.join('、')}`)
    if (rsaBits(cert) < SHORTEST_RSA) throw new Refused('untrusted', `RSA 密钥不足 ${SHORTEST_RSA} 位`)
    if (i === 0) continue
    if (!isAuthority || !may(flags, KeyUsageFlags.keyCertSign))
      throw new Refused('untrusted', `${nameText(cert.parsed.tbsCertificate.subject)} 不得签发证书`)
    if (pathLength !== null && i - 1 > pathLength) throw new Refused('untrusted', '证书链超出签发机构允许的层级')
  }
  return { chain, anchor }
}

function validity(chain: readonly Cert[], at: Date): string {
  for (const cert of chain) {
    if (isValidAt(cert, at)) continue
    const { notBefore, notAfter } = cert.parsed.tbsCertificate.validity
    const whose = cert === chain[0] ? '证书' : '签发机构的证书'
    if (at < notBefore.getTime())
      throw new Refused('notYetValid', `${whose}自 ${formatTime(notBefore.getTime())} 起有效`)
    throw new Refused('expired', `${whose}已于 ${formatTime(notAfter.getTime())} 到期`)
  }
  const { notAfter } = chain[0]!.parsed.tbsCertificate.validity
  return `在有效期内，至 ${formatTime(notAfter.getTime())}`
}

function usage(leaf: Cert, asked: Usage): string {
  const { usage: flags, purposes } = extensionsOf(leaf)
  if (asked === 'any') return '未限定用途'
  if (asked === 'encryption') {
    const isForKeys = may(
      flags,
      KeyUsageFlags.keyEncipherment | KeyUsageFlags.dataEncipherment | KeyUsageFlags.keyAgreement,
    )
    if (!isForKeys) throw new Refused('wrongUsage', '证书不可用于加密')
    return '可用于加密'
  }
  if (!may(flags, KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation))
    throw new Refused('wrongUsage', '证书不可用于签名')
  if (purposes && !purposes.some((one) => SIGNING.includes(one)))
    throw new Refused('wrongUsage', '证书的用途不是签署文件')
  return '可用于签名'
}

async function revocation(path: Path, question: Question): Promise<string> {
  const { chain } = path
  for (const [i, cert] of chain.slice(0, -1).entries()) {
    const found = await revocationOf(cert, { path, place: i }, question)
    if (found && found.at <= question.at) {
      const whose = i === 0 ? '证书' : '签发机构的证书'
      throw new Refused('revoked', `${whose}已于 ${formatTime(found.at)} 吊销`)
    }
  }
  return '未被吊销'
}

/** Null: it was not revoked. Throws where nothing tells. */
async function revocationOf(
  cert: Cert,
  { path, place }: { path: Path; place: number },
  { crls, keptCrls = [], own, at, now }: Question,
): Promise<Revocation | null> {
  const issuer = path.chain[place + 1]!
  const known = await own?.(issuer.der, cert)
  if (known !== undefined) return known
  // The trusted list answers for authorities that publish nothing of their own.
  if (place > 0 && urlsFor(cert, path, place).length === 0) return null
  const lists = [
    ...(await listsOf(crls, issuer)).filter(
      ({ from, until }) => from.getTime() <= now.getTime() + AHEAD_MS && now < until,
    ),
    ...(await listsOf(keptCrls, issuer)).filter(({ from, until }) => from <= now && at < until),
  ].filter((list) => covers(list, cert))
  const newest = lists.toSorted((a, b) => b.from.getTime() - a.from.getTime())[0]
  if (!newest) throw new Refused('unknown', '无法取得有效的吊销列表，不能确认证书是否已被吊销')
  return revocationIn(newest, cert)
}

async function listsOf(crls: readonly Uint8Array[], issuer: Cert) {
  const read = await Promise.all(crls.map((der) => readRevocations(der, issuer).catch(() => null)))
  return read.filter((list) => list !== null)
}

function urlsFor(cert: Cert, { chain, anchor }: Path, place: number): readonly string[] {
  const { crlUrls } = extensionsOf(cert)
  const isOfAnchor = place === chain.length - 2
  return crlUrls.length === 0 && isOfAnchor && anchor.crlUrl ? [anchor.crlUrl] : crlUrls
}

/** Bits of an RSA key; of any other kind of key there is no limit. */
function rsaBits({ parsed }: Cert): number {
  const { algorithm, subjectPublicKey } = parsed.tbsCertificate.subjectPublicKeyInfo
  if (algorithm.algorithm !== '1.2.840.113549.1.1.1') return Infinity
  // The modulus is all of the key but its exponent and a few bytes of form.
  return (subjectPublicKey.byteLength - 14) * 8
}
