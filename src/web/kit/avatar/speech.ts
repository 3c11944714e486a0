import { useCallback, useEffect, useRef, useState } from 'react'

/** A voice of the browser by name (empty: the first that speaks Chinese), in whole percents of its own speed, pitch, loudness. */
export interface Voice {
  name: string
  rate: number
  pitch: number
  volume: number
}

const speech = typeof speechSynthesis === 'undefined' ? null : speechSynthesis

/** Chinese voices of this browser; they may arrive after the page. */
export function useVoices(): SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<SpeechSynthesisVoice[]>([])
  useEffect(() => {
    if (!speech) return
    const read = () => setVoices(speech.getVoices().filter(({ lang }) => /^(zh|cmn)/i.test(lang)))
    read()
    speech.addEventListener('voiceschanged', read)
    return () => speech.removeEventListener('voiceschanged', read)
  }, [])
  return voices
}

/** How long a silent line stands, in ms: about five characters a second. */
function silentMs(text: string, rate: number): number {
  return 800 + (text.length * 200 * 100) / rate
}

/** Plays lines one after the other, aloud or as captions only; `at` is the line that is being said. */
export function usePlayer(lines: readonly string[], { voice, aloud }: { voice: Voice; aloud: boolean }) {
  const [at, setAt] = useState<number | null>(null)
  const run = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const stop = useCallback(() => {
    run.current++
    clearTimeout(timer.current)
    speech?.cancel()
    setAt(null)
  }, [])
  useEffect(() => stop, [stop])

  const play = (from = 0, last = lines.length - 1) => {
    stop()
    const mine = run.current
    const say = (index: number) => {
      if (mine !== run.current) return
      const text = lines[index]
      if (text === undefined || index > last) return setAt(null)
      setAt(index)
      const next = () => say(index + 1)
      if (!aloud || !speech) {
        timer.current = setTimeout(next, silentMs(text, voice.rate))
        return
      }
      const words = new SpeechSynthesisUtterance(text)
      const chosen = speech.getVoices().find(({ name }) => name === voice.name)
      words.lang = 'zh-CN'
      if (chosen) words.voice = chosen
      words.rate = voice.rate / 100
      words.pitch = voice.pitch / 100
      words.volume = voice.volume / 100
      words.addEventListener('end', next)
      // Without a voice the captions go on by themselves.
      words.addEventListener('error', () => {
        if (mine === run.current) timer.current = setTimeout(next, silentMs(text, voice.rate))
      })
      speech.speak(words)
    }
    say(from)
  }
  return { at, play, stop, canSpeak: speech !== null }
}
