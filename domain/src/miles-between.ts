/** A place on Earth, in degrees. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
}

const EARTH_MILES = 3_958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance in miles. */
export function milesBetween(one: Place, other: Place): number {
  const half = (degrees: number) => Math.sin(radians(degrees / 2)) ** 2;
  const chord =
    half(other.lat - one.lat) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(other.lng - one.lng);
  return EARTH_MILES * 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
