import { Checkbox, Tooltip } from 'antd'
import type { Workbench } from '#contract/workbench.ts'
import { tr } from '#web/kit/labels.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import { chooseMessages, messageSettings } from '../contract-settings.ts'
import { type Channel, CHANNELS, OUTSIDE } from '../rules.ts'
import type { Settings } from './settings-screen.tsx'

type Kind = Settings['kinds'][number]

/** Kinds of messages by channel, in groups. A box at the head of a group switches the whole group. */
export function KindMatrix({ identity, settings }: { identity: Workbench; settings: Settings }) {
  const choose = useAction(chooseMessages, { refresh: [messageSettings], overlay: false })
  const channels = (['inbox', ...OUTSIDE] as Channel[]).filter(
    (channel) => settings.channels.find((c) => c.channel === channel)?.goes !== 'none',
  )
  const reachable = (channel: Channel) =>
    channel === 'inbox' || settings.channels.find((c) => c.channel === channel)?.address != null
  const set = (kinds: Kind[], channel: Channel, on: boolean) =>
    void choose.run({
      body: {
        identity,
        choices: kinds.filter((k) => !isFixed(k, channel)).map(({ kind }) => ({ kind, channel, on })),
      },
    })
  if (settings.kinds.length === 0)
    return <EmptyState title="本工作台暂无可设置的消息类型" hint="收到的消息始终在站内显示" />
  return (
    <>
      <p className="kb-section-hint">
        {tr(
          '“必收”的消息具有法律效力，站内消息不能关闭；“即时”的消息错过即失去作用，不受汇总和免打扰影响。未列出的消息始终在站内显示。',
        )}
      </p>
      <div className="kb-table-wrap">
        <table className="kb-table message-matrix" aria-label={tr('接收哪些消息')}>
          <thead>
            <tr>
              <th scope="col">{tr('消息类型')}</th>
              {channels.map((channel) => (
                <th key={channel} scope="col">
                  {tr(CHANNELS[channel])}
                  {!reachable(channel) && <small>{tr(channel === 'wechat' ? '未绑定' : '未设置')}</small>}
                </th>
              ))}
            </tr>
          </thead>
          {[...Map.groupBy(settings.kinds, (kind) => kind.group)].map(([group, kinds]) => (
            <tbody key={group}>
              <tr className="message-group">
                <th scope="rowgroup">{tr(group)}</th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <GroupBox label={`${group} ${CHANNELS[channel]}`} kinds={kinds} channel={channel} onSet={set} />
                  </td>
                ))}
              </tr>
              {kinds.map((kind) => (
                <tr key={kind.kind}>
                  <th scope="row">
                    {tr(kind.label)}
                    {kind.isEssential && <span className="message-mark">{tr('必收')}</span>}
                    {kind.isTimely && <span className="message-mark">{tr('即时')}</span>}
                  </th>
                  {channels.map((channel) => (
                    <td key={channel}>
                      <Tooltip title={isFixed(kind, channel) ? tr('具有法律效力，不能关闭') : ''}>
                        <Checkbox
                          aria-label={`${kind.label} ${CHANNELS[channel]}`}
                          checked={kind.on.includes(channel)}
                          disabled={isFixed(kind, channel)}
                          onChange={(e) => set([kind], channel, e.target.checked)}
                        />
                      </Tooltip>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  )
}

interface GroupBoxProps {
  label: string
  kinds: Kind[]
  channel: Channel
  onSet: (kinds: Kind[], channel: Channel, on: boolean) => void
}

function GroupBox({ label, kinds, channel, onSet }: GroupBoxProps) {
  const free = kinds.filter((kind) => !isFixed(kind, channel))
  if (kinds.length < 2 || free.length === 0) return null
  const on = kinds.filter((kind) => kind.on.includes(channel)).length
  return (
    <Checkbox
      aria-label={`${label} ${tr('全部')}`}
      checked={on === kinds.length}
      indeterminate={on > 0 && on < kinds.length}
      onChange={(e) => onSet(kinds, channel, e.target.checked)}
    />
  )
}

function isFixed(kind: Kind, channel: Channel): boolean {
  return channel === 'inbox' && kind.isEssential
}
