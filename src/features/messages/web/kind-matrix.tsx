import { Checkbox, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Workbench } from '#contract/workbench.ts'
import { tr } from '#web/kit/labels.ts'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction } from '#web/use-call.ts'
import { chooseMessages, type MessageSettings } from '../contract-settings.ts'
import { type Channel, CHANNELS, OUTSIDE } from '../rules.ts'

type Kind = MessageSettings['kinds'][number]

/** Kinds of messages by channel, in groups. A box at the head of a group switches the whole group. */
export function KindMatrix({ identity, settings }: { identity: Workbench; settings: MessageSettings }) {
  const choose = useAction(chooseMessages, { overlay: false })
  // A box shows what was chosen at once; the server's answer, whatever it is, takes its place.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const saving = useRef({ count: 0, last: Promise.resolve() })
  useEffect(() => {
    if (saving.current.count === 0) setChosen(new Map())
  }, [settings])
  const isOn = (kind: Kind, channel: Channel) => chosen.get(`${kind.kind}/${channel}`) ?? kind.on.includes(channel)
  const channels = (['inbox', ...OUTSIDE] as Channel[]).filter(
    (channel) => settings.channels.find((c) => c.channel === channel)?.goes !== 'none',
  )
  const reachable = (channel: Channel) =>
    channel === 'inbox' || settings.channels.find((c) => c.channel === channel)?.address != null
  /** One after the other: a second choice must not get lost in the first. */
  const set = (kinds: Kind[], channel: Channel, on: boolean) => {
    const choices = kinds.filter((k) => !isFixed(k, channel)).map(({ kind }) => ({ kind, channel, on }))
    setChosen((now) => new Map([...now, ...choices.map(({ kind }) => [`${kind}/${channel}`, on] as const)]))
    saving.current.count++
    saving.current.last = saving.current.last.then(async () => {
      const outcome = await choose.run({ body: { identity, choices } })
      saving.current.count--
      if (!outcome.ok) setChosen(new Map())
    })
  }
  if (settings.kinds.length === 0)
    return <EmptyState title="本工作台暂无可设置的消息类型" hint="收到的消息始终在站内显示" />
  return (
    <>
      <p className="kb-section-hint kb-hint">
        {tr(
          '“必收”的消息具有法律效力，站内消息不能关闭；“即时”的消息错过即失去作用，不受汇总和免打扰影响。未列出的消息始终在站内显示。',
        )}
      </p>
      <div className="kb-table-wrap">
        <table className="kb-table message-matrix kb-reading" aria-label={tr('接收哪些消息')}>
          <thead>
            <tr>
              <th className="kb-regular" scope="col">
                {tr('消息类型')}
              </th>
              {channels.map((channel) => (
                <th className="kb-regular" key={channel} scope="col">
                  {tr(CHANNELS[channel])}
                  {!reachable(channel) && (
                    <small className="kb-block kb-warn">{tr(channel === 'wechat' ? '未绑定' : '未设置')}</small>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {[...Map.groupBy(settings.kinds, (kind) => kind.group)].map(([group, kinds]) => (
            <tbody key={group}>
              <tr className="message-group">
                <th className="kb-strong" scope="rowgroup">
                  {tr(group)}
                </th>
                {channels.map((channel) => (
                  <td className="kb-regular" key={channel}>
                    <GroupBox
                      label={`${group} ${CHANNELS[channel]}`}
                      free={kinds.filter((kind) => !isFixed(kind, channel)).length}
                      on={kinds.filter((kind) => isOn(kind, channel)).length}
                      all={kinds.length}
                      onSet={(on) => set(kinds, channel, on)}
                    />
                  </td>
                ))}
              </tr>
              {kinds.map((kind) => (
                <tr key={kind.kind}>
                  <th className="kb-regular" scope="row">
                    {tr(kind.label)}
                    {kind.isEssential && <span className="kb-chip kb-before-8">{tr('必收')}</span>}
                    {kind.isTimely && <span className="kb-chip kb-before-8">{tr('即时')}</span>}
                  </th>
                  {channels.map((channel) => (
                    <td className="kb-regular" key={channel}>
                      <Tooltip title={isFixed(kind, channel) ? tr('具有法律效力，不能关闭') : ''}>
                        <Checkbox
                          aria-label={`${kind.label} ${CHANNELS[channel]}`}
                          checked={isOn(kind, channel)}
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
  /** Kinds of the group: in all, switched on, and those that can be switched. */
  all: number
  on: number
  free: number
  onSet: (on: boolean) => void
}

function GroupBox({ label, all, on, free, onSet }: GroupBoxProps) {
  if (all < 2 || free === 0) return null
  return (
    <Checkbox
      aria-label={`${label} ${tr('全部')}`}
      checked={on === all}
      indeterminate={on > 0 && on < all}
      onChange={(e) => onSet(e.target.checked)}
    />
  )
}

function isFixed(kind: Kind, channel: Channel): boolean {
  return channel === 'inbox' && kind.isEssential
}
