/** See `scratch.mjs`. */
export function openScratch(): { folder: string; remove(): void }
