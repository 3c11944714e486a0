import { Alert, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { tr } from '#web/kit/labels.ts'
import { TimeText } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { type MessageSettings, setRhythm } from '../contract-settings.ts'
import { CHANNELS, DEFAULT_RHYTHM, type Mode, MODES, type Rhythm } from '../rules.ts'
import { EmailAddress } from './email-address.tsx'

type ChannelState = MessageSettings['channels'][number]

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }))
const WEEKDAYS = [...'一二三四五六日'].map((day, i) => ({ value: i + 1, label: `周${day}` }))

/** Each channel: the address, how often, and when it is silent. */
export function ChannelCards({ channels: settings }: { channels: MessageSettings }) {
  const offered = settings.channels.filter((channel) => channel.goes !== 'none')
  if (offered.length === 0) return <p className="kb-muted">{tr('平台未开通短信、邮件和微信通知。')}</p>
  return (
    <>
      {offered.some((channel) => channel.goes === 'demo') && (
        <Alert
          type="info"
          className="kb-below-12"
          title={
            <>
              {tr('演示环境未接入发送渠道，内容可在')}{' '}
              <Link to="/demo/outbox" className="kb-inline-link">
                {tr('演示发件箱')}
              </Link>{' '}
              {tr('查看')}
            </>
          }
        />
      )}
      <div className="kb-tiles kb-gap-24">
        {offered.map((channel) => (
          <ChannelCard key={channel.channel} channel={channel}>
            {channel.channel === 'email' ? (
              <EmailAddress address={channel.address} asked={settings.askedEmail} />
            ) : channel.channel === 'sms' ? (
              <span>{channel.address ?? tr('账号未登记手机号码')}</span>
            ) : (
              <span>
                {channel.address ?? tr('未绑定')}，
                <Link to="/personal-centre#wechat" className="kb-inline-link">
                  {tr(channel.address ? '在个人中心解除' : '在个人中心绑定')}
                </Link>
              </span>
            )}
          </ChannelCard>
        ))}
      </div>
    </>
  )
}

function ChannelCard({ channel: state, children }: { channel: ChannelState; children: ReactNode }) {
  const save = useAction(setRhythm, { success: '已保存' })
  const { channel, mode, hour, weekday, quietFrom, quietTo, failedAt } = state
  const set = (change: Partial<Rhythm>) =>
    void save.run({ params: { channel }, body: { mode, hour, weekday, quietFrom, quietTo, ...change } })
  const name = CHANNELS[channel]
  const isQuiet = quietFrom !== null && quietTo !== null
  const quiet = DEFAULT_RHYTHM.sms
  return (
    <section className="kb-size-13 kb-shrink kb-pad-top-12 kb-rule-top" aria-label={tr(name)}>
      <h3 className="kb-below-8">{tr(name)}</h3>
      <Row label="发到">{children}</Row>
      {failedAt && (
        <p className="kb-bad">
          {tr('最近一次发送失败')}（<TimeText at={failedAt} />
          ），{tr('请核对地址')}
        </p>
      )}
      <Row label="方式">
        <Select<Mode>
          aria-label={`${name} ${tr('发送方式')}`}
          value={mode}
          options={Object.entries(MODES).map(([value, label]) => ({ value: value as Mode, label: tr(label) }))}
          onChange={(value) => set({ mode: value })}
        />
        {mode === 'weekly' && (
          <Select
            aria-label={`${name} ${tr('汇总日')}`}
            value={weekday}
            options={WEEKDAYS}
            onChange={(value) => set({ weekday: value })}
          />
        )}
        {mode !== 'now' && (
          <Select
            aria-label={`${name} ${tr('汇总时间')}`}
            value={hour}
            options={HOURS}
            onChange={(value) => set({ hour: value })}
          />
        )}
      </Row>
      <Row label="免打扰">
        <Switch
          aria-label={`${name} ${tr('免打扰')}`}
          checked={isQuiet}
          onChange={(on) =>
            set(on ? { quietFrom: quiet.quietFrom, quietTo: quiet.quietTo } : { quietFrom: null, quietTo: null })
          }
        />
        {isQuiet && (
          <>
            <Select
              aria-label={`${name} ${tr('免打扰开始')}`}
              value={quietFrom}
              options={HOURS.filter((h) => h.value !== quietTo)}
              onChange={(value) => set({ quietFrom: value })}
            />
            –
            <Select
              aria-label={`${name} ${tr('免打扰结束')}`}
              value={quietTo}
              options={HOURS.filter((h) => h.value !== quietFrom)}
              onChange={(value) => set({ quietTo: value })}
            />
          </>
        )}
      </Row>
      {isQuiet && <p className="kb-muted">{tr('免打扰期间的消息在结束时合并发送，时间均为北京时间。')}</p>}
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="kb-pad-y-4 kb-row kb-gap-12">
      <span className="message-label kb-fixed kb-muted">{tr(label)}</span>
      <div className="kb-row kb-wrap kb-grow">{children}</div>
    </div>
  )
}
