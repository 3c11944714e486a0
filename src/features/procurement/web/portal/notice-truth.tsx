import { useEffect, useState } from 'react'
import { Parts } from '#web/shell/parts.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { noticeKey } from '../../contract/portal.ts'
import { PORTAL_SLOTS } from '../../contract/slots.ts'
import { methodOf } from '../../methods/all.ts'
import type { Notice } from './notice.ts'
import type { NoticeProof } from './notice-proof.ts'
import { proveNotice } from './notice-proof.ts'

interface NoticeTruthProps {
  notice: Pick<
    Notice,
    | 'orderId'
    | 'orderCode'
    | 'method'
    | 'code'
    | 'kind'
    | 'title'
    | 'content'
    | 'data'
    | 'publishedAt'
    | 'publicityEnd'
    | 'contentHash'
    | 'signature'
  >
  /** What it is called. */
  name?: string
}

/** That the notice is as it was published: its fingerprint, computed anew here, and the signature over it. */
export function NoticeTruth({ notice, name = '公告' }: NoticeTruthProps) {
  const { tenant } = useSession()
  const key = useCall(noticeKey, {}, { fresh: 600_000 })
  const [proof, setProof] = useState<NoticeProof | null>(null)
  const { contentHash, signature } = notice
  const publicKey = key.data?.publicKey
  useEffect(() => {
    if (!tenant || !contentHash || !signature || !publicKey) return
    let gone = false
    const { orderCode, code, kind, title, content, data, publishedAt, publicityEnd } = notice
    const facts = { tenantId: tenant.tenantId, orderCode, code, kind, title, content, data, publishedAt, publicityEnd }
    proveNotice(facts, { contentHash, signature, publicKey })
      .then((made) => !gone && setProof(made))
      // Without WebCrypto (a page not served by https) nothing can be checked here, and nothing is claimed.
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [tenant, notice, contentHash, signature, publicKey])
  if (!contentHash) return null

  return (
    <footer className="kb-side-block kb-size-13 kb-soft kb-rule-top kb-pad-top-12 kb-above-20">
      <h2>{name}真实性</h2>
      <p className="kb-below-8">
        {name}
        一经发布不能修改。发布时对标题、正文、时间等全部内容计算指纹，并由平台签名；内容哪怕改一个字，指纹也会不同。
      </p>
      <dl className="kb-below-8 kb-break">
        <dt>内容指纹</dt>
        <dd>
          <code>{contentHash.match(/.{4}/g)?.join(' ')}</code>
        </dd>
        {signature && (
          <>
            <dt>平台签名</dt>
            <dd>
              <code>{signature}</code>
            </dd>
          </>
        )}
      </dl>
      {proof && <Proof proof={proof} />}
      <p className="kb-row kb-gap-16 kb-loose kb-wrap">
        <Parts of={PORTAL_SLOTS.proof} orderId={notice.orderId} />
        {methodOf(notice.method).offers === 'sealed' && <a href="/verify/">核验回执</a>}
      </p>
    </footer>
  )
}

function Proof({ proof }: { proof: NoticeProof }) {
  if (proof.hash === 'wrong' || proof.signature === 'wrong') {
    return (
      <p className="kb-bad kb-below-8" role="alert">
        {proof.hash === 'wrong' ? '本页内容与指纹不符' : '签名与公布的公钥不符'}，请以采购人盖章文件为准并联系平台
      </p>
    )
  }
  return (
    <p className="kb-good kb-below-8" role="status">
      ✓ 已在您的浏览器中重新计算：内容与指纹一致
      {proof.signature === 'ok' ? '，签名有效' : '（本浏览器不支持核对签名）'}
    </p>
  )
}
