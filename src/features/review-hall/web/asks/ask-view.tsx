import { Select } from 'antd'
import { lazy, useState } from 'react'
import { askText } from '#web/kit/ask-text.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { urlOf } from '#web/call.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { type Ask, bidderAsks, extendAsk, sendAsk, withdrawAsk } from '../../contract/asks.ts'
import { DialogPage } from '../dialog-page.tsx'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { AskCard } from './ask-card.tsx'
import { askReadsOf, lowPricesOf } from './ask-data.ts'
import { askForTime } from './ask-time.tsx'
import { LowPriceList } from './low-price-list.tsx'

const AskForm = lazy(() => import('./ask-form.tsx').then((m) => ({ default: m.AskForm })))

/** Questions to bidders with their answers: the committee asks, the purchaser reads. */
export function AskView({ project }: { project: Project }) {
  const { side, projectId } = useReviewAddress()
  const reads = askReadsOf(side)
  const [bidderId, setBidderId] = useState('')
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(20)
  const query = useCall(
    reads.asks,
    { params: { projectId }, query: { pageNo: page, pageSize: size, ...(bidderId ? { bidderId } : {}) } },
    { keep: true },
  )
  const prices = useCall(lowPricesOf(side), { params: { projectId } }, { keep: true })
  return (
    <DialogPage
      project={project}
      title="询标"
      hint="对投标文件中含义不明确的内容要求澄清、说明或补正（《招标投标法实施条例》第五十二条）"
      facts={side === 'owner' && <Counts projectId={projectId} />}
      action="createAsk"
      form={(onClose) => (
        <AskForm
          project={project}
          first={bidderId ? { bidderIds: [bidderId] } : {}}
          leastMinutes={prices.data?.leastMinutes ?? 0}
          onClose={onClose}
        />
      )}
      tools={
        <Select
          className="kb-filter-select"
          aria-label="投标人"
          placeholder="全部投标人"
          allowClear
          options={project.bidders.map((b) => ({ value: b.bidderId, label: `${b.no}. ${b.supplierName}` }))}
          onChange={(id?: string) => {
            setBidderId(id ?? '')
            setPage(1)
          }}
        />
      }
    >
      {prices.data && <LowPriceList project={project} prices={prices.data} />}
      <WhenLoaded query={query}>
        {({ rows, next, total }) =>
          rows.length === 0 ? (
            <EmptyState
              title="没有询标"
              hint={
                side === 'member'
                  ? '对投标文件有疑问时，可要求投标人在期限内书面澄清；澄清不得超出投标文件的范围或改变其实质性内容'
                  : '评标委员会发出的询标及投标人的答复会显示在这里'
              }
            />
          ) : (
            <>
              {rows.map((ask) => (
                <AskCard
                  key={ask.askId}
                  ask={ask}
                  pathOf={({ askId }, fileId) => urlOf(reads.askFile, { params: { projectId, askId, fileId } })}
                >
                  <AskActions ask={ask} projectId={projectId} />
                </AskCard>
              ))}
              {total > size && (
                <Pager
                  pageNo={page}
                  pageSize={size}
                  total={total}
                  hasNext={next !== null}
                  onPage={setPage}
                  onSize={setSize}
                />
              )}
            </>
          )
        }
      </WhenLoaded>
    </DialogPage>
  )
}

function AskActions({ ask, projectId }: { ask: Ask; projectId: string }) {
  const params = { projectId, askId: ask.askId }
  const send = useAction(sendAsk, { success: '已发出，投标人已收到通知' })
  const withdraw = useAction(withdrawAsk, { success: '已撤回' })
  const extend = useAction(extendAsk, { success: '已延长答复期限' })
  if (ask.actions.length === 0) return null
  const act = (action: string) => {
    switch (action) {
      case 'send':
        return send.run({ params, body: {} })
      case 'withdraw':
        return askText({
          title: '撤回询标',
          label: '撤回原因',
          run: (reason) => withdraw.run({ params, body: { reason } }),
        })
      case 'extend':
        return askForTime({
          title: '延长答复期限',
          run: async (body) => (await extend.run({ params, body })).ok,
        })
      default:
        return undefined
    }
  }
  return <ActionBar actions={ask.actions} onAction={(a) => void act(a)} size="small" />
}

/** The purchaser's overview: how many, and how they stand. */
function Counts({ projectId }: { projectId: string }) {
  const { data } = useCall(bidderAsks, { params: { projectId } })
  if (!data || data.length === 0) return null
  const total = (key: 'total' | 'waiting' | 'replied' | 'overdue') => data.reduce((sum, b) => sum + b[key], 0)
  return (
    <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
      <span>共 {total('total')} 项</span>
      <span>待答复 {total('waiting')}</span>
      <span>已答复 {total('replied')}</span>
      {total('overdue') > 0 && <span className="kb-bad">逾期 {total('overdue')}</span>}
    </p>
  )
}
