import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useLocation, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { receiptLookup } from '../../contract-log.ts'
import { hashOf } from '../../rules-receipt-address.ts'
import { Hash } from './hash.tsx'
import './receipt.css'

type Issued = OutputOf<typeof receiptLookup>

/** What the QR code of a receipt leads to: whether it was issued here, and its place in the public log. */
export function Screen() {
  const { tenant } = useSession()
  const { submissionId = '' } = useParams()
  const hash = hashOf(useLocation().hash)
  return (
    <div className="bid-lookup">
      <header className="kb-rule">
        <Link to="/portal" className="kb-brand kb-row kb-title-15 kb-plain kb-nowrap">
          {tenant?.logo && <img src={tenant.logo} alt="" />}
          <span>{tenant?.name}</span>
        </Link>
      </header>
      <main id="main">
        <h1 className="kb-title-22 kb-below-16">投标回执核验</h1>
        {hash ? (
          <Lookup submissionId={submissionId} hash={hash} />
        ) : (
          <EmptyState title="地址不完整" hint="请扫描回执上的二维码，或完整复制回执给出的地址" />
        )}
        <footer className="kb-above-20 kb-rule-top kb-pad-top-12 kb-soft">
          <p className="kb-below-12">
            {
              '查询凭回执哈希进行：只有持有回执的人能够查到，且本页不显示标段、投标人和投标内容。核对回执全文、签名与投标文件，请使用离线核验页。'
            }
          </p>
          <Button href="/verify/">打开离线核验页</Button>
          <Link to="/portal/help/check" className="kb-before-12">
            如何核验
          </Link>
        </footer>
      </main>
    </div>
  )
}

function Lookup({ submissionId, hash }: { submissionId: string; hash: string }) {
  const query = useCall(receiptLookup, { params: { submissionId }, query: { hash } })
  if (query.error) {
    const { code } = query.error
    if (code !== ERRORS.notFound.code && code !== ERRORS.invalid.code) {
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    }
    return (
      <p className="kb-below-8 kb-good kb-strong kb-bad" role="alert">
        ✗ 没有查到：编号与哈希不符，或不是本平台签发的回执
      </p>
    )
  }
  if (!query.data) return <Skeleton lines={6} />
  return <Found hash={hash} issued={query.data} />
}

function Found({ hash, issued }: { hash: string; issued: Issued }) {
  return (
    <>
      <p className="kb-below-8 kb-good kb-strong" role="status">
        ✓ 本平台签发过这份回执
      </p>
      <PlaceLine issued={issued} />
      <FieldList
        columns={1}
        items={[
          {
            label: '签发时间',
            value: (
              <>
                <b>{formatTime(issued.at, true)}</b>（北京时间，服务器时钟）
              </>
            ),
          },
          { label: '日志序号', value: issued.logIndex },
          { label: '回执哈希', value: <Hash hex={hash} /> },
          { label: '日志条目哈希', value: <Hash hex={issued.leafHash} /> },
          { label: '签名公钥', value: issued.keys.map((key) => <Hash key={key} hex={key} />) },
        ]}
      />
    </>
  )
}

function PlaceLine({ issued: { leafHash, logIndex } }: { issued: Issued }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt-place', leafHash],
    // The curve is some 20 kB, needed nowhere else on a public page.
    queryFn: async () => (await import('./check-place.ts')).checkPlace({ leafHash, logIndex }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 60_000 : false),
  })
  if (error) return <Button onClick={() => void refetch()}>日志暂时无法读取，重试</Button>
  if (!data) return <Skeleton lines={1} />
  switch (data.state) {
    case 'in':
      return (
        <p className="kb-below-8 kb-good kb-strong" role="status">
          ✓ 它在公开日志中：已在您的浏览器里核对日志头签名，并从条目算到根哈希（日志共 {data.size} 条）
        </p>
      )
    case 'waiting':
      return (
        <p className="kb-below-8 kb-good kb-strong kb-warn" role="status">
          日志头按固定时间公布，最近一次公布（{data.size} 条）早于这份回执；稍后会自动再查
        </p>
      )
    case 'wrong':
      return (
        <p className="kb-below-8 kb-good kb-strong kb-bad" role="alert">
          ✗ 与公开日志不符，请保存回执文件并联系平台和监督部门
        </p>
      )
  }
}
