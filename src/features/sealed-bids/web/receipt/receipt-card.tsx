import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { formatSize } from '#web/kit/file-list.tsx'
import { Paper } from '#web/kit/paper.tsx'
import { useSession } from '#web/shell/session.ts'
import { say } from '#features/procurement/methods/say.ts'
import { BID_ROLE_LABELS } from '#features/procurement/rules/enums.ts'
import { receiptJson, receiptPdf } from '../../contract.ts'
import type { Receipt } from '#features/sealing/core/receipt.ts'
import { inWorker } from '../crypto.ts'
import type { Room } from '../room.ts'
import { SUITE_WORDS } from '../keys/key-words.ts'
import { receiptPath } from '../../rules-receipt-address.ts'
import { Hash } from './hash.tsx'
import './receipt.css'

interface ReceiptCardProps {
  room: Pick<Room, 'orderId' | 'code' | 'method' | 'roundKey'>
  submissionId: string
  receipt: Receipt
}

/** The receipt as a document one wants to keep: what was handed in when, its hashes, its place in the log. */
export function ReceiptCard({ room, submissionId, receipt }: ReceiptCardProps) {
  const { orderId, code } = room
  const { body, manifest } = receipt
  const { tenant } = useSession()
  const submitted = body.action === 'bid.submitted'
  const [hash, setHash] = useState('')
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    inWorker('receiptHash', { receipt })
      .then((value) => !gone && setHash(value))
      .catch(() => !gone && setFailed(true))
    return () => {
      gone = true
    }
  }, [receipt])
  const input = { params: { orderId, submissionId } }
  const lookup = receiptPath({ submissionId, hash, tenantId: tenant?.tenantId ?? 1 })
  return (
    <Paper>
      <article className="bid-receipt kb-relative kb-round" aria-label={say(room, '{bid}回执')}>
        <header className="kb-flex kb-gap-16 kb-between kb-pad-end-12 kb-rule">
          <div>
            <h2 className="kb-size-20">{say(room, submitted ? '{bid}提交回执' : '{bid}撤回回执')}</h2>
            <p className="kb-hint">
              {code}-{body.logIndex}
            </p>
          </div>
          <span
            className={
              submitted
                ? 'bid-seal kb-fixed kb-bad kb-text-centre'
                : 'bid-seal kb-fixed kb-bad kb-text-centre bid-seal-withdrawn'
            }
            aria-hidden="true"
          >
            <b>{submitted ? '已封存' : '已撤回'}</b>
            <small>{formatTime(body.at).slice(0, 10)}</small>
          </span>
        </header>
        <div className="kb-size-13 kb-pad-y-4">
          <FieldList
            items={[
              { label: '采购单', value: body.orderName },
              { label: say(room, '{bidder}'), value: body.bidderName },
              {
                label: submitted ? '提交时间' : '撤回时间',
                value: (
                  <>
                    <b>{formatTime(body.at, true)}</b>（北京时间，服务器时钟）
                  </>
                ),
              },
              ...(body.round > 1 ? [{ label: '轮次', value: `第 ${body.round} 轮` }] : []),
              { label: say(room, '{deadline}'), value: `${formatTime(body.deadline, true)}（北京时间）` },
              { label: '密码算法', value: SUITE_WORDS[body.suite] },
              { label: '日志序号', value: body.logIndex },
            ]}
          />
        </div>
        {submitted && manifest && (
          <ol className="kb-line kb-rule-top">
            {inReadingOrder(manifest.files).map((file) => (
              <li className="kb-size-13 kb-pad-y-8" key={file.fileId}>
                <span>
                  <b className="kb-after-8">{BID_ROLE_LABELS[file.role]}</b>
                  {file.role === 'price' ? '' : file.name}
                  <small className="kb-before-12">密文 {formatSize(file.size)}</small>
                </span>
                <Hash hex={file.cipherHash} />
              </li>
            ))}
          </ol>
        )}
        <div className="bid-receipt-foot kb-flex kb-gap-24 kb-between kb-size-13">
          <FieldList
            columns={1}
            items={[
              { label: say(room, '{bid}清单哈希'), value: <Hash hex={body.manifestHash} /> },
              { label: '回执哈希', value: hash ? <Hash hex={hash} /> : failed ? '无法计算' : '计算中…' },
              {
                label: '平台签名',
                value: receipt.signatures.map(({ alg, signature }) => (
                  <span key={alg} className="kb-block">
                    {alg} <code>{signature.slice(0, 16)}…</code>
                  </span>
                )),
              },
            ]}
          />
          {hash && <QrCode address={window.location.origin + lookup} />}
        </div>
        <p className="kb-muted">{say(room, room.roundKey ? TIMED_NOTE : CLOSED_NOTE)}</p>
        <div className="kb-row kb-wrap kb-above-8 kb-below-8 kb-relative">
          <Button type="primary" onClick={() => void openFile(receiptPdf, input)}>
            下载回执（PDF）
          </Button>
          <Button onClick={() => void openFile(receiptJson, input)}>下载回执文件（JSON，核验用）</Button>
          <Button disabled={!hash} href={lookup} target="_blank" rel="noopener">
            查询日志位置
          </Button>
          <Button href="/verify/" target="_blank" rel="noopener">
            打开离线核验页
          </Button>
          <Button type="link" href="/portal/help/check" target="_blank" rel="noopener">
            如何核验
          </Button>
        </div>
      </article>
    </Paper>
  )
}

const CLOSED_NOTE =
  '回执由平台在{bid}写入公开日志后签发，可脱离平台核验。文件内容在{bidder}提交密钥前不为任何人（含平台）所知。'
const TIMED_NOTE = '回执由平台在{bid}写入公开日志后签发，可脱离平台核验。{deadline}时平台才启用本轮密钥开启。'

/** The price sheet first, as in the tender documents; the manifest itself is sorted by ids. */
function inReadingOrder(files: NonNullable<Receipt['manifest']>['files']) {
  const order = Object.keys(BID_ROLE_LABELS)
  return files.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
}

function QrCode({ address }: { address: string }) {
  const [image, setImage] = useState('')
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    import('qrcode')
      .then(({ default: qr }) => qr.toString(address, { type: 'svg', margin: 0 }))
      .then((svg) => !gone && setImage(`data:image/svg+xml,${encodeURIComponent(svg)}`))
      .catch(() => !gone && setFailed(true))
    return () => {
      gone = true
    }
  }, [address])
  if (failed) return <Alert type="info" title="二维码无法显示，可下载 PDF 回执" />
  return (
    <figure className="bid-qr kb-note kb-fixed kb-text-centre">
      {image && <img src={image} alt="核验二维码" width={112} height={112} />}
      <figcaption>扫码核验</figcaption>
    </figure>
  )
}
