import { Button } from 'antd'
import { Link } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { openFile } from '#web/export.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { useAction } from '#web/use-call.ts'
import * as c from '../contract.ts'
import { AuctionStatus } from '../rules/status.ts'
import { useAuctionPlace } from './addresses.ts'

const TITLES: Record<string, string> = { pause: '暂停竞价', resume: '恢复竞价', abort: '终止竞价' }

/** The host's controls, each with a reason on record; after the end the ranking and what follows. */
export function HostBar({ hall }: { hall: c.AuctionHall }) {
  const { back, method } = useAuctionPlace()
  const { words } = method
  const params = { orderId: hall.orderId }
  const pause = useAction(c.pauseAuction, { success: '竞价已暂停' })
  const resume = useAction(c.resumeAuction, { success: '竞价已恢复' })
  const abort = useAction(c.abortAuction, { success: '竞价已终止' })
  const act = (action: string) => {
    const run = { pause, resume, abort }[action]
    if (!run) return
    askText({
      title: TITLES[action]!,
      label: `原因（记入竞价记录，对全体${words.bidder}公布）`,
      hint: action === 'abort' && '终止后流标，已有报价不产生成交结果。',
      run: (reason) => run.run({ params, body: { reason } }),
    })
  }
  const isEnded = hall.status === AuctionStatus.values.ended
  const isAbortive = hall.status === AuctionStatus.values.abortive
  const first = hall.ranking[0]
  return (
    <>
      <p className="stage-readline">
        {first
          ? `第一名：${first.supplierName}，${formatAmount(first.price)} 元`
          : isAbortive
            ? hall.reason
            : `${words.bidder}以代号显示，结束后公布名称。`}
      </p>
      {(isEnded || isAbortive) && (
        <>
          <Button onClick={() => void openFile(c.auctionRecord, { params, query: { format: 'pdf' } })}>成交记录</Button>
          <Button onClick={() => void openFile(c.auctionRecord, { params, query: { format: 'xlsx' } })}>
            导出表格
          </Button>
          <Link className="stage-link kb-size-16 kb-accent" to={back}>
            {isEnded && hall.part === 'host' ? '去定标 ›' : `查看${words.order} ›`}
          </Link>
        </>
      )}
      <ActionBar actions={hall.actions} onAction={act} />
    </>
  )
}
