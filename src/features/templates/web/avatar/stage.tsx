import { Button, Switch } from 'antd'
import { useState } from 'react'
import { HostPicture } from '#web/kit/avatar/host-picture.tsx'
import { usePlayer, useVoices } from '#web/kit/avatar/speech.ts'
import type { ContentOf } from '../../contract/content.ts'
import { MOMENT_NAMES, MOMENTS } from '../../rules/moments.ts'
import { pictureOf } from './picture.ts'

/** What the host says, line by line, to be played; silent until the person turns the sound on. */
export function AvatarStage({ content }: { content: ContentOf<'ai-avatar'> }) {
  const [aloud, setAloud] = useState(false)
  const said = MOMENT_NAMES.flatMap((moment) => {
    const text = content.lines[moment]?.trim()
    return text ? [{ moment, text }] : []
  })
  const player = usePlayer(
    said.map(({ text }) => text),
    { voice: content.voice, aloud },
  )
  const voices = useVoices()
  return (
    <div>
      <div className="kb-row kb-gap-16 kb-below-12">
        <HostPicture host={content.host} picture={pictureOf(content.host)} speaking={player.at !== null} />
        <div className="kb-stack kb-items-start">
          {player.at === null ? (
            <Button size="small" type="primary" disabled={said.length === 0} onClick={() => player.play()}>
              连续播报
            </Button>
          ) : (
            <Button size="small" onClick={player.stop}>
              停止
            </Button>
          )}
          <label className="kb-row kb-gap-6 kb-size-13">
            <Switch
              size="small"
              checked={aloud}
              disabled={!player.canSpeak}
              aria-label="声音"
              onChange={(on) => {
                player.stop()
                setAloud(on)
              }}
            />
            声音{aloud ? '开' : '关'}
          </label>
          {aloud && voices.length === 0 && <p className="kb-muted">本机浏览器没有中文语音，仅显示字幕。</p>}
        </div>
      </div>
      {said.length === 0 && <p className="kb-muted">还没有播报语句</p>}
      <ol>
        {said.map(({ moment, text }, i) => (
          <li key={moment} className="kb-pick" aria-current={player.at === i || undefined}>
            <button
              className="kb-size-12 kb-accent"
              type="button"
              aria-label={`播报${MOMENTS[moment].label}`}
              onClick={() => player.play(i, i)}
            >
              ▶ {MOMENTS[moment].label}
            </button>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
