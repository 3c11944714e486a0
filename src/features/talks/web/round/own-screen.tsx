import { Alert, Button } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { ownRoundTalkMinutes, ownRoundTalks, refuseRoundTalk, signRoundTalk } from '../../contract-round.ts'
import { TalkPart } from './talk-part.tsx'

type Own = OutputOf<typeof ownRoundTalks>

/** The talks with the own company; their minutes are signed or sent back here. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(ownRoundTalks, { params: { orderId } }, { fresh: 0 })
  useLive(query.data ? [`order:${orderId}`, `bid:${query.data.tradeId}`] : [])
  return <WhenLoaded query={query}>{(own) => <OwnTalks own={own} />}</WhenLoaded>
}

function OwnTalks({ own: { orderId, code, title, method, talks } }: { own: Own }) {
  const waits = talks.some(({ actions }) => actions.length > 0)
  return (
    <article>
      <PageHead
        title={say({ method }, '{act}记录')}
        facts={[code, title]}
        back={{ label: '项目详情', to: placeOf({ id: orderId, method }, 'publish.tender', 'supplier') }}
      />
      {waits && (
        <Alert
          className="kb-below-20"
          type="warning"
          showIcon
          title={say({ method }, '请核对{act}记录')}
          description={say({ method }, '与实际{act}情况一致的请签署；不一致的请退回并说明原因。')}
        />
      )}
      {talks.length === 0 && (
        <EmptyState
          title={say({ method }, '还没有{act}')}
          hint={say({ method }, '采购方邀请{act}后，在此查看安排并签署记录')}
        />
      )}
      {talks.map((talk) => (
        <OwnTalk key={talk.talkId} orderId={orderId} method={method} talk={talk} />
      ))}
    </article>
  )
}

interface OwnTalkProps {
  orderId: string
  method: number
  talk: Own['talks'][number]
}

function OwnTalk({ orderId, method, talk }: OwnTalkProps) {
  const params = { orderId, talkId: talk.talkId }
  const sign = useAction(signRoundTalk, { success: '已签署' })
  const refuse = useAction(refuseRoundTalk, { success: '已退回' })
  const version = talk.minutes[0]?.version ?? 0
  const confirm = async () => {
    const content = say({ method }, '签署后{act}记录不再更改，双方各自保存，其他供应商不能查看。')
    if (await ask({ title: say({ method }, '签署{act}记录'), content, okText: '签署' }))
      await sign.run({ params, body: { version } })
  }
  const sendBack = () =>
    askText({
      title: say({ method }, '退回{act}记录'),
      label: '退回原因',
      placeholder: say({ method }, '请说明与实际{act}情况不符之处'),
      most: 2000,
      rows: 4,
      okText: '退回',
      danger: true,
      run: (reason) => refuse.run({ params, body: { version, reason } }),
    })
  return (
    <TalkPart
      talk={talk}
      method={method}
      title={`第 ${talk.roundNo} 轮报价后${say({ method }, '{act}')}`}
      actions={
        talk.actions.length > 0 && (
          <>
            <Button size="small" danger onClick={sendBack}>
              退回
            </Button>
            <Button size="small" type="primary" loading={sign.busy} onClick={() => void confirm()}>
              签署
            </Button>
          </>
        )
      }
      onPdf={(one) => void openFile(ownRoundTalkMinutes, { params: { ...params, version: one } })}
    />
  )
}
