import { Alert, Button } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { ownTalk, ownTalkMinutes, replyTalk } from '../contract.ts'
import { TalkRecord } from './talk-record.tsx'

/** The minutes of the talks, for the supplier to confirm or send back. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(ownTalk, { params: { orderId } }, { fresh: 0 })
  useLive(`order:${orderId}`)
  return <WhenLoaded query={query}>{(own) => <ReplyPage own={own} />}</WhenLoaded>
}

function ReplyPage({ own }: { own: OutputOf<typeof ownTalk> }) {
  const { orderId, openId, talks, price, items } = own
  const reply = useAction(replyTalk, { success: '已答复' })
  const open = talks.find((talk) => talk.talkId === openId)
  const send = (agree: boolean, reason = '') =>
    reply.run({ params: { orderId, talkId: openId! }, body: { agree, reason } })
  const confirm = async () => {
    const content = `商定价格 ${formatAmount(open!.price)} 元。确认后价格和合同条款不再更改，采购人据此确定成交。`
    if (await ask({ title: '确认协商情况', content, okText: '确认' })) await send(true)
  }
  const sendBack = () =>
    askText({
      title: '退回协商情况',
      label: '退回原因',
      placeholder: '请说明与实际协商情况不符之处',
      most: 2000,
      rows: 4,
      okText: '退回',
      danger: true,
      run: (reason) => send(false, reason),
    })
  return (
    <article>
      <PageHead
        title="协商情况"
        facts={[own.code, own.title, price && `本单位响应价格 ${formatAmount(price)} 元`]}
        back={{ label: '项目详情', to: placeOf({ id: orderId, method: own.method }, 'publish.tender', 'supplier') }}
        actions={
          open && (
            <>
              <Button danger onClick={sendBack}>
                退回
              </Button>
              <Button type="primary" loading={reply.busy} onClick={() => void confirm()}>
                确认协商情况
              </Button>
            </>
          )
        }
      />
      {open && (
        <Alert
          className="kb-below-20"
          type="warning"
          showIcon
          title="请核对协商情况记录"
          description="与实际协商情况一致的请确认；不一致的请退回并说明原因。"
        />
      )}
      {talks.length === 0 && <EmptyState title="还没有协商情况记录" hint="采购人记录后在此核对确认" />}
      {talks.map((talk) => (
        <TalkRecord
          key={talk.talkId}
          talk={talk}
          items={items}
          path={`/api/workbench/supplier/tenders/${orderId}/talk/files`}
          onPdf={() => void openFile(ownTalkMinutes, { params: { orderId, talkId: talk.talkId } })}
        />
      ))}
    </article>
  )
}
