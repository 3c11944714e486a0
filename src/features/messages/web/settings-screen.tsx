import { WORKBENCHES } from '#contract/workbench.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { messageSettings } from '../contract-settings.ts'
import { ChannelCards } from './channel-cards.tsx'
import { KindMatrix } from './kind-matrix.tsx'
import './messages.css'

/** What the person is told of by which channel in this workbench, and when. */
export function Screen() {
  const identity = useSession().workbench ?? 'supplier'
  const query = useCall(messageSettings, { query: { identity } })
  return (
    <DetailScreen query={query} back={{ label: '消息', to: '/notice' }}>
      {(settings) => ({
        title: '通知设置',
        facts: [WORKBENCHES[identity].label, '更改即时保存，仅影响您本人'],
        sections: [
          {
            key: 'kinds',
            title: '接收哪些消息',
            content: <KindMatrix identity={identity} settings={settings} />,
          },
          { key: 'channels', title: '何时、发到哪里', content: <ChannelCards channels={settings} /> },
        ],
      })}
    </DetailScreen>
  )
}
