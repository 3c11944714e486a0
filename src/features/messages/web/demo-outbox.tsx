import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changedParams } from '#web/changed-params.ts'
import { PageHead } from '#web/kit/page-head.tsx'
import { tr } from '#web/kit/labels.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { TimeText } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { demoAnswer, demoOutbox } from '../contract-settings.ts'
import { CHANNELS, type Outside, OUTSIDE } from '../rules.ts'
import './messages.css'

const STEP = 20
/** What a telephone may say to a text whose sender follows it. */
const ANSWERS = { delivered: '模拟送达', undelivered: '模拟未送达', reply: '模拟回复 T' } as const

/** What would have been sent, newest first: for following codes and mails while demonstrating. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState(STEP)
  const channel = OUTSIDE.find((one) => one === search.get('channel'))
  const keyword = search.get('to') ?? ''
  const texts = useCall(
    demoOutbox,
    { query: { pageSize: Math.min(shown, 100), ...(channel ? { channel } : {}), ...(keyword ? { keyword } : {}) } },
    { every: 3_000, keep: true },
  )
  const set = (name: string, value: string) =>
    setSearch((now) => changedParams(now, { [name]: value }), { replace: true })
  return (
    <main className="message-outbox kb-reading kb-page-centre" id="main">
      <PageHead title="演示发件箱" facts={['演示环境未接入短信、邮件和微信，本应发出的内容显示在此', '每 3 秒刷新']} />
      <div className="kb-flex kb-gap-8 kb-wrap kb-pad-y-12">
        <Select<Outside | ''>
          aria-label={tr('渠道')}
          value={channel ?? ''}
          options={[
            { value: '', label: tr('全部渠道') },
            ...OUTSIDE.map((one) => ({ value: one, label: tr(CHANNELS[one]) })),
          ]}
          onChange={(value) => set('channel', value)}
        />
        <Input
          className="kb-filter-text"
          aria-label={tr('收件人')}
          placeholder={tr('完整的手机号码或邮箱')}
          allowClear
          value={keyword}
          onChange={(e) => set('to', e.target.value.trim())}
        />
      </div>
      {texts.error && !texts.data ? (
        <ErrorState error={texts.error} onRetry={() => void texts.refetch()} />
      ) : !texts.data ? (
        <Skeleton lines={8} />
      ) : texts.data.rows.length === 0 ? (
        <EmptyState
          title={keyword ? '没有发给该收件人的内容' : '没有待查看的内容'}
          hint={
            keyword ? '请输入完整的手机号码或邮箱地址' : '获取登录验证码、验证邮箱或触发项目消息后，内容会出现在这里'
          }
        />
      ) : (
        <>
          <ol className="kb-rule-top kb-below-16">
            {texts.data.rows.map((text) => (
              <li key={text.textId} className="kb-line-tall">
                <header className="kb-row kb-gap-12 kb-tight kb-base kb-wrap kb-size-13">
                  <span className="kb-tag">{tr(CHANNELS[text.channel])}</span>
                  <strong>{text.recipient}</strong>
                  {text.person && <span>{text.person}</span>}
                  <span className="kb-push kb-muted">
                    <TimeText at={text.createdAt} />
                  </span>
                </header>
                {text.subject && text.channel === 'email' && <h2 className="kb-size-14 kb-above-8">{text.subject}</h2>}
                <p className="kb-above-4 kb-pre kb-break">{text.body}</p>
                {text.isFollowed && <Answers textId={text.textId} />}
              </li>
            ))}
          </ol>
          {texts.data.next && shown < 100 && (
            <Button onClick={() => setShown(shown + STEP * 2)}>{tr('显示更早的')}</Button>
          )}
        </>
      )}
    </main>
  )
}

/** Plays the gateway of text messages, which a demonstration has none of. */
function Answers({ textId }: { textId: string }) {
  const answer = useAction(demoAnswer, { success: '已模拟' })
  return (
    <p className="kb-flex kb-gap-8 kb-wrap kb-above-8">
      {(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]).map((as) => (
        <Button key={as} size="small" onClick={() => void answer.run({ params: { textId }, body: { as } })}>
          {tr(ANSWERS[as])}
        </Button>
      ))}
    </p>
  )
}
