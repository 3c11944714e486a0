import { Switch } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCountdown } from '#web/clock.ts'
import { HostPicture } from '#web/kit/avatar/host-picture.tsx'
import { usePlayer, useVoices } from '#web/kit/avatar/speech.ts'
import { urlOf } from '#web/call.ts'
import { useCall } from '#web/use-call.ts'
import { templatePicture } from '#features/templates/contract/templates.ts'
import type { HallDetail } from '../contract.ts'
import { digitalHost, type DigitalHost as Host } from '../contract-host.ts'
import { scriptOf } from './host-script.ts'

const SOUND = 'kb.hall-sound'
/** The window counts as ending from here on. */
const ENDING_MS = 5 * 60_000

/** Says what happens in the hall: as captions always, aloud once somebody turns the sound on. */
export function DigitalHost({ hall }: { hall: HallDetail }) {
  const { data } = useCall(digitalHost, { params: { id: hall.projectId } })
  if (!data) return null
  return <Speaking hall={hall} script={data} />
}

function Speaking({ hall, script }: { hall: HallDetail; script: Host }) {
  const [aloud, setAloud] = useState(() => sessionStorage.getItem(SOUND) === 'on')
  const left = useCountdown(hall.marksOpenedAt ? null : hall.decryptEnd)
  const window = left?.over ? 'over' : left !== null && left.ms < ENDING_MS ? 'ending' : 'running'
  const { key, lines } = useMemo(() => scriptOf(hall, script, window), [hall, script, window])
  const player = usePlayer(lines, { voice: script.voice, aloud })
  const voices = useVoices()
  const { play } = player
  const said = useRef<Set<string> | null>(null)
  useEffect(() => {
    // What was said before this page was opened is not said again.
    const isFirst = said.current === null
    said.current ??= new Set()
    if (said.current.has(key) || lines.length === 0) return
    said.current.add(key)
    if (!isFirst) play()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- speaks when the moment changes, not when a line is fetched again
  }, [key, lines.length])
  const picture = script.host.picture && urlOf(templatePicture, { params: { fileId: script.host.picture.fileId } })
  const caption = player.at === null ? lines.at(-1) : lines[player.at]
  return (
    <section className="hall-host kb-box-16 kb-panel" aria-label="数字主持人">
      <HostPicture host={script.host} picture={picture} speaking={player.at !== null} />
      <div>
        <p className="hall-host-caption kb-size-16 kb-below-8" aria-live="polite">
          {caption ?? '暂无播报'}
        </p>
        <label className="kb-row kb-size-14 kb-soft">
          <Switch
            size="small"
            checked={aloud}
            disabled={!player.canSpeak}
            aria-label="播报声音"
            onChange={(on) => {
              player.stop()
              sessionStorage.setItem(SOUND, on ? 'on' : 'off')
              setAloud(on)
            }}
          />
          {aloud && voices.length === 0 ? '本机没有中文语音，仅显示字幕' : aloud ? '声音已开' : '静音'}
        </label>
      </div>
    </section>
  )
}
