import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const FACES = {
  seal: '@expo-google-fonts/noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf',
  hand: '@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf',
}
const RED = '#c8102e'
/** Diameter of a round seal, in mm, and pixels of one. */
export const SEAL_MM = 42
const PX = 12
/** The part of the circle that the name takes at most, in radians: a gap stays below for the code. */
const NAME_ARC = (250 / 180) * Math.PI
const CODE_ARC = (70 / 180) * Math.PI

type Canvas = Awaited<ReturnType<typeof canvas>>
type Pen = ReturnType<ReturnType<Canvas['createCanvas']>['getContext']>

/** The round seal of a company as a PNG with a clear ground: its name on the arc, a star, the code of the seal below. */
export async function drawSeal({ name, code }: { name: string; code: string }): Promise<Buffer> {
  const { createCanvas } = await canvas()
  const size = SEAL_MM * PX
  const paper = createCanvas(size, size)
  const pen = paper.getContext('2d')
  pen.translate(size / 2, size / 2)
  pen.strokeStyle = RED
  pen.fillStyle = RED
  pen.lineWidth = 1.2 * PX
  const radius = size / 2 - pen.lineWidth / 2
  pen.beginPath()
  pen.arc(0, 0, radius, 0, 2 * Math.PI)
  pen.stroke()
  star(pen, 7 * PX)
  const nameSize = Math.min(5.2, (NAME_ARC * 16) / [...name].length) * PX
  onArc(pen, name, { radius: radius - 0.9 * PX - nameSize / 2, size: nameSize, most: NAME_ARC })
  onArc(pen, code, { radius: radius - 1.8 * PX, size: 1.7 * PX, most: CODE_ARC, below: true })
  return paper.encode('png')
}

/** The name of a person as it stands where it signed: a PNG with a clear ground. */
export async function drawSignature(name: string): Promise<Buffer> {
  const { createCanvas } = await canvas()
  const size = 72
  const paper = createCanvas(size * Math.max(2, [...name].length) + 24, size + 32)
  const pen = paper.getContext('2d')
  pen.font = `${size}px hand`
  pen.fillStyle = '#1a2b4c'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(name, paper.width / 2, paper.height / 2)
  return paper.encode('png')
}

/** Native code and fonts of some megabytes: only where a picture is asked for. */
async function canvas() {
  const made = await import('@napi-rs/canvas')
  for (const [name, file] of Object.entries(FACES))
    if (!made.GlobalFonts.has(name)) made.GlobalFonts.registerFromPath(require.resolve(file), name)
  return made
}

function star(pen: Pen, radius: number): void {
  pen.beginPath()
  for (let i = 0; i < 10; i++) {
    const angle = (i * Math.PI) / 5 - Math.PI / 2
    const r = i % 2 === 0 ? radius : radius * 0.382
    pen.lineTo(r * Math.cos(angle), r * Math.sin(angle))
  }
  pen.closePath()
  pen.fill()
}

/** Writes along a circle: from the left over the top, or, `below`, from the left under the bottom. */
function onArc(
  pen: Pen,
  text: string,
  { radius, size, most, below = false }: { radius: number; size: number; most: number; below?: boolean },
): void {
  const signs = [...text]
  pen.font = `${size}px seal`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const step = Math.min(most / Math.max(signs.length - 1, 1), (1.5 * size) / radius)
  for (const [i, sign] of signs.entries()) {
    const angle = (i - (signs.length - 1) / 2) * step
    pen.save()
    pen.rotate(below ? -angle : angle)
    pen.translate(0, below ? radius : -radius)
    pen.fillText(sign, 0, 0)
    pen.restore()
  }
}
