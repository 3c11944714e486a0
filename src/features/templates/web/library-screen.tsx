import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDate } from '#contract/time.ts'
import { orderPage } from '#features/procurement/contract/order.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { chooseForOrder, orderChoice, usableTemplate, usableTemplates } from '../contract/choices.ts'
import { REPORT_STARTER } from '../rules/report-starter.ts'
import { KindView } from './views/kind-view.tsx'
import './templates.css'

const KIND = 'review-report'
/** The form reports have where nobody chose another. */
const STANDARD = ''

/** The library of evaluation report templates: read them, and choose one for an order (`?orderId=`). */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const orderId = search.get('orderId')
  const list = useCall(usableTemplates, { params: { kind: KIND }, query: {} })
  const choice = useCall(orderChoice, { params: { orderId: orderId ?? '', kind: KIND } }, { enabled: orderId !== null })
  const [looked, setLooked] = useState<string | null>(null)
  const chosen = choice.data?.chosen?.versionId ?? STANDARD
  const shown = looked ?? (orderId ? chosen : (list.data?.[0]?.versionId ?? STANDARD))
  const choose = useAction(chooseForOrder, { success: '已选用' })
  return (
    <section className="kb-list">
      <PageHead
        title="评审报告模板库"
        facts={[
          choice.data
            ? `为“${choice.data.orderTitle}”（${choice.data.orderCode}）选用`
            : '选择采购单后可为其选用；评审汇总前可以更换',
          choice.data?.closed,
        ]}
        actions={
          orderId !== null && (
            <Button
              type="primary"
              disabled={!choice.data || choice.data.closed !== null || shown === chosen}
              loading={choose.busy}
              onClick={() => void choose.run({ params: { orderId, kind: KIND }, body: { versionId: shown || null } })}
            >
              {shown === chosen ? '当前选用' : '选用此模板'}
            </Button>
          )
        }
      />
      <OrderPicker
        orderId={orderId}
        chosen={choice.data && `${choice.data.orderTitle}（${choice.data.orderCode}）`}
        onPick={(id) => setSearch(id ? { orderId: id } : {}, { replace: true })}
      />
      {choice.error && <ErrorState error={choice.error} onRetry={() => void choice.refetch()} />}
      <WhenLoaded query={list}>
        {(templates) => (
          <div className="kb-split kb-above-8">
            <ul aria-label="模板">
              {[
                ...templates.map((one) => ({
                  id: one.versionId,
                  name: one.name,
                  about: `${one.isPreset ? '平台预置' : '本单位'}　第 ${one.versionNo} 版　${formatDate(one.publishedAt)}`,
                  isDefault: one.isDefault,
                })),
                { id: STANDARD, name: '系统默认格式', about: '未选用模板时的格式', isDefault: false },
              ].map(({ id, name, about, isDefault }) => (
                <li key={id}>
                  <button type="button" className="kb-pick" aria-pressed={id === shown} onClick={() => setLooked(id)}>
                    <b>{name}</b>
                    {isDefault && <span className="kb-chip kb-before-8">默认</span>}
                    {orderId !== null && id === chosen && <StatusTag label="已选用" tone="success" />}
                    <small className="kb-block">{about}</small>
                  </button>
                </li>
              ))}
            </ul>
            <div>
              {shown === STANDARD ? <KindView kind={KIND} content={REPORT_STARTER} /> : <Version versionId={shown} />}
            </div>
          </div>
        )}
      </WhenLoaded>
    </section>
  )
}

function Version({ versionId }: { versionId: string }) {
  const query = useCall(usableTemplate, { params: { versionId } }, { fresh: Infinity })
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return query.data ? <KindView kind={KIND} content={query.data.content} /> : <Skeleton lines={10} />
}

interface OrderPickerProps {
  orderId: string | null
  /** Title of the order in the address: it need not be among those listed. */
  chosen: string | undefined
  onPick: (orderId: string | null) => void
}

function OrderPicker({ orderId, chosen, onPick }: OrderPickerProps) {
  const [keyword, setKeyword] = useState('')
  const { data } = useCall(orderPage, { query: { pageSize: 50, ...(keyword ? { keyword } : {}) } }, { keep: true })
  const options = (data?.rows ?? []).map((row) => ({ value: row.orderId, label: `${row.title}（${row.code}）` }))
  const isListed = options.some(({ value }) => value === orderId)
  if (orderId !== null && !isListed) options.unshift({ value: orderId, label: chosen ?? '……' })
  return (
    <div className="kb-list-tools kb-pad-y-12 kb-row kb-start kb-between">
      <Select
        className="tpl-order"
        aria-label="采购单"
        placeholder="为哪个采购单选用"
        allowClear
        value={orderId}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        options={options}
        onChange={(value?: string) => onPick(value ?? null)}
      />
    </div>
  )
}
