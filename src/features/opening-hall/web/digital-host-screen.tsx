import { Alert, Button, Radio } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import type { ContentOf } from '#features/templates/contract/content.ts'
import { chooseForOrder, orderChoice, usableTemplate, usableTemplates } from '#features/templates/contract/choices.ts'
import { templatePicture } from '#features/templates/contract/templates.ts'
import { MOMENT_NAMES, MOMENTS } from '#features/templates/rules/moments.ts'
import { examplesAt } from '#features/templates/rules/placeholders.ts'
import { hostLines, starterOf } from '#features/templates/rules/starters.ts'
import { fillText } from '#features/procurement/rules/rich-text.ts'
import { HostPicture } from '#web/kit/avatar/host-picture.tsx'
import { usePlayer, useVoices } from '#web/kit/avatar/speech.ts'
import { urlOf } from '#web/call.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { useHallAddress } from './addresses.ts'
import './digital-host.css'

type Avatar = ContentOf<'ai-avatar'>
const KIND = 'ai-avatar' as const
/** The platform's own words, when no template is chosen. */
const OWN = ''

/** Who leads through this opening as digital host: chosen from the templates, seen and heard before it counts. */
export function Screen() {
  const { orderId, order } = useHallAddress()
  const choice = useCall(orderChoice, { params: { orderId, kind: KIND } })
  return (
    <WhenLoaded query={choice}>
      {(data) => (
        <Settings
          key={data.chosen?.versionId ?? OWN}
          orderId={orderId}
          back={order}
          title={data.orderTitle}
          code={data.orderCode}
          values={data.values}
          chosen={data.chosen?.versionId ?? OWN}
          closed={data.closed}
        />
      )}
    </WhenLoaded>
  )
}

interface SettingsProps {
  orderId: string
  back: string
  title: string
  code: string
  values: Record<string, string>
  chosen: string
  closed: string | null
}

function Settings({ orderId, back, title, code, values, chosen, closed }: SettingsProps) {
  const [picked, setPicked] = useState(chosen)
  const list = useCall(usableTemplates, { params: { kind: KIND } })
  const one = useCall(usableTemplate, { params: { versionId: picked || orderId } }, { enabled: picked !== OWN })
  const choose = useAction(chooseForOrder, { success: '数字主持人已设定' })
  const content = picked === OWN ? (starterOf(KIND, '') as Avatar) : (one.data?.content as Avatar | undefined)
  return (
    <>
      <PageHead
        title="数字主持人"
        back={{ label: title, to: back }}
        facts={[code, '开标大厅按进程播报，默认静音，由到场各方自行打开声音']}
        actions={
          <Button
            type="primary"
            disabled={closed !== null || picked === chosen}
            loading={choose.busy}
            onClick={() =>
              void choose.run({ params: { orderId, kind: KIND }, body: { versionId: picked === OWN ? null : picked } })
            }
          >
            使用所选形象
          </Button>
        }
      />
      {closed && <Alert className="kb-below-16" type="info" showIcon title={closed} />}
      <div className="avatar-page">
        <section aria-label="播报模板">
          <h2 className="kb-below-12">形象与播报模板</h2>
          <Radio.Group
            className="kb-stack kb-gap-12 kb-below-16"
            value={picked}
            disabled={closed !== null}
            onChange={(event) => setPicked(event.target.value as string)}
          >
            <Radio value={OWN}>
              平台默认
              <small className="kb-block kb-soft">未设公司默认模板时使用</small>
            </Radio>
            {(list.data ?? []).map((template) => (
              <Radio key={template.versionId} value={template.versionId}>
                {template.name}
                <small className="kb-block kb-soft">
                  {template.isPreset ? '平台预置' : '本单位'} 第 {template.versionNo} 版{' '}
                  {formatTime(template.publishedAt)}
                </small>
              </Radio>
            ))}
          </Radio.Group>
          <Link to="/enterprise/templates/ai-avatar">维护播报模板的语句与音色</Link>
        </section>
        {content && <Preview key={picked} content={content} values={values} />}
      </div>
    </>
  )
}

/** The host as the hall will show it, with what the order says; what only the opening brings stands as an example. */
function Preview({ content, values }: { content: Avatar; values: Record<string, string> }) {
  const [aloud, setAloud] = useState(false)
  const lines = hostLines(content.lines)
  const said = MOMENT_NAMES.flatMap((moment) => {
    const text = lines[moment]?.trim()
    if (!text) return []
    return [{ moment, text: fillText(text, { ...examplesAt(`avatar/${moment}`), ...values }) }]
  })
  const player = usePlayer(
    said.map(({ text }) => text),
    { voice: content.voice, aloud },
  )
  const voices = useVoices()
  const picture = content.host.picture && urlOf(templatePicture, { params: { fileId: content.host.picture.fileId } })
  return (
    <section aria-label="预览">
      <h2 className="kb-below-12">预览</h2>
      <div className="kb-row kb-gap-20 kb-start kb-below-16">
        <HostPicture host={content.host} picture={picture} speaking={player.at !== null} />
        <div>
          <p className="kb-muted">
            语速 {content.voice.rate}%，音调 {content.voice.pitch}%，音量 {content.voice.volume}%
            {content.voice.name && `，音色 ${content.voice.name}`}
          </p>
          <div className="kb-flex kb-gap-8">
            {player.at === null ? (
              <Button onClick={() => player.play()} disabled={said.length === 0}>
                连续播报
              </Button>
            ) : (
              <Button onClick={player.stop}>停止</Button>
            )}
            <Button
              disabled={!player.canSpeak}
              aria-pressed={aloud}
              onClick={() => {
                player.stop()
                setAloud(!aloud)
              }}
            >
              {aloud ? '关闭声音' : '打开声音'}
            </Button>
          </div>
          {aloud && voices.length === 0 && <p className="kb-muted">本机浏览器没有中文语音，仅显示字幕。</p>}
        </div>
      </div>
      <p className="kb-muted">
        开标后才有的内容（投标人、报价、解密截止时间等）以示例代替；“{MOMENTS.jointOpening.label}
        ”仅在采用联合密钥时播报。
      </p>
      <ol className="avatar-lines">
        {said.map(({ moment, text }, i) => (
          <li key={moment} className="kb-pick" aria-current={player.at === i || undefined}>
            <Button
              type="link"
              size="small"
              aria-label={`播报${MOMENTS[moment].label}`}
              onClick={() => player.play(i, i)}
            >
              ▶ {MOMENTS[moment].label}
            </Button>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
